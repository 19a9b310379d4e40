import type { Clock } from '../main/clock/clock.ts';

/**
 * Returns the result of `work`, or `late` if it takes longer than `ms` milliseconds; the work goes on. No timer is left
 * behind, because it would keep a stopping hub running.
 */
export const limitWait = async <Result, Late>(
  clock: Clock,
  ms: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> => {
  let cancel = (): void => undefined;
  const waited = new Promise<Late>((resolve) => {
    cancel = clock.after(ms, () => resolve(late));
  });
  return Promise.race([work, waited]).finally(() => cancel());
};
