/** A clock that only the test advances. */
import type { Clock } from '../../../../main/clock/clock.ts';

export type HandClock = Clock & {
  /** Advances the clock and runs due timers in order, with their promises. */
  readonly advance: (ms: number) => Promise<void>;
  /** Changes the system clock: no time passes and no timer runs. */
  readonly set: (now: number) => void;
};

const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

export const createHandClock = (start = 1_800_000_000_000): HandClock => {
  /** The steady clock; the system clock shows `ahead` more. */
  let now = start;
  let ahead = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  return {
    now: () => now + ahead,
    steady: () => now,
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    advance: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        timers = timers.filter((other) => other !== next);
        next.work();
        await settle();
      }
      now = end;
    },
    set: (shown) => void (ahead = shown - now),
  };
};
