/**
 * How long to wait after failures in a row: twice as long each time up to a longest wait, spread a
 * little so that what failed together does not come back together. The one rule for the whole app; what
 * differs is the figures.
 */

/**
 * The wait in milliseconds after the `failures`-th failure in a row, counted from 1.
 *
 * @param chance at least 0 and below 1 (`Random.fraction`); without it nothing is spread
 */
export type Backoff = (failures: number, chance?: () => number) => number;

const middle = (): number => 0.5;

/**
 * Makes a rule of waiting.
 *
 * @param first milliseconds after the first failure
 * @param most no wait is longer, its spread aside
 * @param jitter the share of a wait by which it may be shorter or longer: 0.1 is a tenth
 */
export const backoff =
  ({ first, most, jitter = 0 }: { first: number; most: number; jitter?: number }): Backoff =>
  (failures, chance = middle) =>
    spread(Math.min(most, first * 2 ** Math.max(0, failures - 1)), jitter, chance);

/** `ms`, up to a share of `jitter` shorter or longer, in whole milliseconds. */
export const spread = (ms: number, jitter: number, chance: () => number): number =>
  Math.round(ms * (1 - jitter + 2 * jitter * chance()));

/** The moment of the next try: after `wait` milliseconds, and not while the service wants silence. */
export const nextTry = (now: number, wait: number, pausedUntil: number | null): number =>
  Math.max(now + wait, pausedUntil ?? 0);
