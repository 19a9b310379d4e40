/** The backoff of all retries: waits double up to a maximum. Jitter keeps computers from retrying in step. */

/** The wait in milliseconds after the `failures`-th failure in a row, from 1. Without `chance` there is no jitter. */
export type Backoff = (failures: number, chance?: () => number) => number;

/** Waits begin with `first` and double up to `most`; a `jitter` of 0.1 makes each a tenth shorter or longer. */
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
