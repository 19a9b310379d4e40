/** Notifies callers that wait for a certain delivery. It stores nothing. */
import type { Clock } from '../../clock/clock.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** `at` is by `clock.steady()`. */
type Arrival = { readonly delivery: IncomingDelivery; readonly at: number };

export type Arrivals = ReturnType<typeof createArrivals>;

export const createArrivals = (clock: Clock) => {
  const waiting = new Set<(delivery: IncomingDelivery) => void>();
  return {
    notify: (deliveries: readonly IncomingDelivery[]): void => {
      for (const delivery of deliveries) for (const check of [...waiting]) check(delivery);
    },
    /** Resolves to null after `timeoutMs` or `cancel`. */
    waitFor: (isWanted: (delivery: IncomingDelivery) => boolean, timeoutMs: number) => {
      const { promise: arrival, resolve } = Promise.withResolvers<Arrival | null>();
      const finish = (found: Arrival | null): void => {
        waiting.delete(check);
        stopTimer();
        resolve(found);
      };
      const check = (delivery: IncomingDelivery): void => {
        if (isWanted(delivery)) finish({ delivery, at: clock.steady() });
      };
      const stopTimer = clock.after(timeoutMs, () => finish(null));
      waiting.add(check);
      return { arrival, cancel: () => finish(null) };
    },
  };
};
