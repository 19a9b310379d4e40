/** The instants at which a fault hurts most: whoever aims at one is called as it comes. */
import { setTimeout as realPause } from 'node:timers/promises';

/**
 * `acknowledged`: the app has said of a delivery that it has it. `entrusted`: so too, and what was delivered
 * can be asked for nowhere. `sent`: its service has a reply, and the app has not heard of it.
 */
export type Instant = 'acknowledged' | 'entrusted' | 'sent';

export type Aim = {
  /** Strikes at the next such instant; false when none comes. */
  readonly next: (instant: Instant, strike: () => void) => Promise<boolean>;
  /** It is this instant. */
  readonly now: (instant: Instant) => void;
};

/** After a crash a service that could not deliver waits before it tries again. */
const patienceMs = 20_000;

export const takeAim = (): Aim => {
  const waiting = new Map<Instant, () => void>();
  return {
    next: async (instant, strike) => {
      const came = new Promise<boolean>((resolve) => {
        waiting.set(instant, () => {
          waiting.delete(instant);
          strike();
          resolve(true);
        });
      });
      const late = realPause(patienceMs, false, { ref: false });
      const hasCome = await Promise.race([came, late]);
      waiting.delete(instant);
      return hasCome;
    },
    now: (instant) => waiting.get(instant)?.(),
  };
};
