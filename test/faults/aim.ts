/** The instants at which a fault hurts most: whoever aims at one is called as it comes. */
import { setTimeout as realPause } from 'node:timers/promises';

/** `acknowledged`: the app has said of a delivery that it has it. `sent`: its service has a reply, and the app has not heard of it. */
export type Instant = 'acknowledged' | 'sent';

export type Aim = {
  /** Strikes at the next such instant, or when none comes. */
  readonly next: (instant: Instant, strike: () => void) => Promise<void>;
  /** It is this instant. */
  readonly now: (instant: Instant) => void;
};

const patienceMs = 5_000;

export const takeAim = (): Aim => {
  const waiting = new Map<Instant, () => void>();
  return {
    next: async (instant, strike) => {
      let struck = false;
      const once = (): void => {
        if (struck) return;
        struck = true;
        waiting.delete(instant);
        strike();
      };
      const came = new Promise<void>((resolve) => {
        waiting.set(instant, () => {
          once();
          resolve();
        });
      });
      await Promise.race([came, realPause(patienceMs)]);
      once();
    },
    now: (instant) => waiting.get(instant)?.(),
  };
};
