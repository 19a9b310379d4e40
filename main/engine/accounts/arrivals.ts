/** Notifies callers that wait for a certain delivery. It stores nothing. */
import type { Clock } from '../../clock/clock.ts';
import type { IncomingDelivery } from './deliveries.ts';

export type Arrivals = {
  /** Call after these deliveries are recorded. */
  readonly notify: (deliveries: readonly IncomingDelivery[]) => void;
  /**
   * Waits for a delivery. `arrival` resolves to it and its time by `clock.steady()`, or to null after
   * `timeoutMs` or `cancel`.
   */
  readonly next: (
    isWanted: (delivery: IncomingDelivery) => boolean,
    timeoutMs: number,
  ) => {
    readonly arrival: Promise<{ readonly delivery: IncomingDelivery; readonly at: number } | null>;
    readonly cancel: () => void;
  };
};

export const createArrivals = (clock: Clock): Arrivals => {
  const waiting = new Set<(delivery: IncomingDelivery) => void>();
  return {
    notify: (deliveries) => {
      for (const delivery of deliveries) for (const check of [...waiting]) check(delivery);
    },
    next: (isWanted, timeoutMs) => {
      let cancel = (): void => undefined;
      const arrival = new Promise<{ delivery: IncomingDelivery; at: number } | null>((resolve) => {
        const finish = (found: { delivery: IncomingDelivery; at: number } | null): void => {
          waiting.delete(check);
          stopTimer();
          resolve(found);
        };
        const check = (delivery: IncomingDelivery): void => {
          if (isWanted(delivery)) finish({ delivery, at: clock.steady() });
        };
        const stopTimer = clock.after(timeoutMs, () => finish(null));
        cancel = () => finish(null);
        waiting.add(check);
      });
      return { arrival, cancel };
    },
  };
};
