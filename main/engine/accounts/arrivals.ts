/** Notifies callers that wait for a certain delivery. It stores nothing. */
import type { Clock } from '../../clock/clock.ts';
import type { IncomingDelivery } from './deliveries.ts';

/** `at` is by `clock.steady()`. */
type Arrival = { readonly delivery: IncomingDelivery; readonly at: number };

export type Arrivals = {
  readonly notify: (deliveries: readonly IncomingDelivery[]) => void;
  /** Resolves to null after `timeoutMs` or `cancel`. */
  readonly next: (
    isWanted: (delivery: IncomingDelivery) => boolean,
    timeoutMs: number,
  ) => { readonly arrival: Promise<Arrival | null>; readonly cancel: () => void };
};

export const createArrivals = (clock: Clock): Arrivals => {
  const waiting = new Set<(delivery: IncomingDelivery) => void>();
  return {
    notify: (deliveries) => {
      for (const delivery of deliveries) for (const check of [...waiting]) check(delivery);
    },
    next: (isWanted, timeoutMs) => {
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
