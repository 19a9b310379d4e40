/** The system's clock, and the lengths of the waits that were neither over nor canceled. */
import { systemClock, type Clock } from '../../../../main/clock/clock.ts';

export const watchWaits = (): {
  readonly clock: Clock;
  readonly waits: () => readonly number[];
} => {
  const waiting = new Set<{ readonly ms: number }>();
  const after: Clock['after'] = (ms, work) => {
    const wait = { ms };
    waiting.add(wait);
    const cancel = systemClock.after(ms, () => {
      waiting.delete(wait);
      work();
    });
    return () => {
      waiting.delete(wait);
      cancel();
    };
  };
  return { clock: { ...systemClock, after }, waits: () => [...waiting].map(({ ms }) => ms) };
};
