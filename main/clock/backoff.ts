/** The backoff of all retries: waits double up to a maximum. Jitter keeps computers from retrying in step. */

/** The wait in milliseconds after the `failures`-th failure in a row, from 1. Without `chance` there is no jitter. */
export type Backoff = (failures: number, chance?: () => number) => number;

/** Waits begin with `first` and double up to `max`; a `jitter` of 0.1 makes each a tenth shorter or longer. */
export const createBackoff =
  ({ first, max, jitter = 0 }: { first: number; max: number; jitter?: number }): Backoff =>
  (failures, chance = () => 0.5) =>
    spread(Math.min(max, first * 2 ** Math.max(0, failures - 1)), jitter, chance);

/** Spreads `ms` by a share of `jitter`, in whole milliseconds. */
export const spread = (ms: number, jitter: number, chance: () => number): number =>
  Math.round(ms * (1 - jitter + 2 * jitter * chance()));

/** Computes the time of the next try: after `wait` milliseconds, and after the pause that the service requested. */
export const computeNextTry = (now: number, wait: number, pausedUntil: number | null): number =>
  Math.max(now + wait, pausedUntil ?? 0);
