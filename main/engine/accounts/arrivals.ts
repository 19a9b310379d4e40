/** Tells who waits for a certain delivery that it has been recorded. It keeps nothing. */
import type { Clock } from '../../clock/clock.ts';
import type { IncomingDelivery } from './deliveries.ts';

export type Arrivals = {
  /** These deliveries were just recorded. */
  readonly tell: (deliveries: readonly IncomingDelivery[]) => void;
  /**
   * Waits for a delivery: `came` gives it with the time by `clock.steady()`, or null when it has not
   * come within `patienceMs` or was called off.
   */
  readonly next: (
    isWanted: (delivery: IncomingDelivery) => boolean,
    patienceMs: number,
  ) => {
    readonly came: Promise<{ readonly delivery: IncomingDelivery; readonly at: number } | null>;
    readonly callOff: () => void;
  };
};

export const createArrivals = (clock: Clock): Arrivals => {
  const waiting = new Set<(delivery: IncomingDelivery) => void>();
  return {
    tell: (deliveries) => {
      for (const delivery of deliveries) for (const look of [...waiting]) look(delivery);
    },
    next: (isWanted, patienceMs) => {
      let callOff = (): void => undefined;
      const came = new Promise<{ delivery: IncomingDelivery; at: number } | null>((resolve) => {
        const end = (found: { delivery: IncomingDelivery; at: number } | null): void => {
          waiting.delete(look);
          stopTimer();
          resolve(found);
        };
        const look = (delivery: IncomingDelivery): void => {
          if (isWanted(delivery)) end({ delivery, at: clock.steady() });
        };
        const stopTimer = clock.after(patienceMs, () => end(null));
        callOff = () => end(null);
        waiting.add(look);
      });
      return { came, callOff };
    },
  };
};
