/** Notifies a fault of the next critical instant. */
import { setTimeout as realPause } from 'node:timers/promises';

/**
 * `acknowledged`: the app acknowledged a delivery. `entrusted`: the same for a delivery that cannot be
 * requested again. `sent`: the service has a reply, and the app has not heard of it.
 */
export type Instant = 'acknowledged' | 'entrusted' | 'sent';

export type Aim = {
  /** Strikes at the next such instant; resolves with false if none comes. */
  readonly strikeAt: (instant: Instant, strike: () => void) => Promise<boolean>;
  /** Reports the instant. */
  readonly report: (instant: Instant) => void;
};

/** A service that could not deliver waits before its next attempt. */
const patienceMs = 20_000;

export const takeAim = (): Aim => {
  const waiting = new Map<Instant, () => void>();
  return {
    strikeAt: async (instant, strike) => {
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
    report: (instant) => waiting.get(instant)?.(),
  };
};
