import type { Clock } from '../../clock/clock.ts';

/** Starts a timer; the returned function is true once `ms` milliseconds have passed. */
export const startTimer = (clock: Pick<Clock, 'steady'>, ms: number): (() => boolean) => {
  const end = clock.steady() + ms;
  return () => clock.steady() >= end;
};
