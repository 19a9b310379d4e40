/** The backoff of all retries: waits double up to a maximum. Jitter keeps computers from retrying in step. */

/**
 * Returns the wait in milliseconds after the `failures`-th failure in a row, counted from 1.
 * @param chance at least 0 and below 1 (`Random.fraction`); without it there is no jitter
 */
export type Backoff = (failures: number, chance?: () => number) => number;

/**
 * Creates a backoff.
 * @param first milliseconds after the first failure
 * @param most longest wait, without its jitter
 * @param jitter share by which a wait may be shorter or longer: 0.1 is a tenth
 */
export const backoff =
  ({ first, most, jitter = 0 }: { first: number; most: number; jitter?: number }): Backoff =>
  (failures, chance = () => 0.5) =>
    spread(Math.min(most, first * 2 ** Math.max(0, failures - 1)), jitter, chance);

/** Spreads `ms` by a share of `jitter`, in whole milliseconds. */
export const spread = (ms: number, jitter: number, chance: () => number): number =>
  Math.round(ms * (1 - jitter + 2 * jitter * chance()));

/** The time of the next try: after `wait` milliseconds and the service's own pause. */
export const nextTry = (now: number, wait: number, pausedUntil: number | null): number =>
  Math.max(now + wait, pausedUntil ?? 0);
