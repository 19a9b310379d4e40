/** Composes receiver and reach. No service learns an address before the receiver listens. */
import type { AccountID } from '../../../contract/records.ts';
import { createArrivals } from '../accounts/arrivals.ts';
import { createReach, type PublicRoute } from './reach.ts';
import { createReceiver, type ReceiverDependencies } from './receiver.ts';

export type Receiving = ReturnType<typeof createReceiving>;

export const createReceiving = (
  parts: ReceiverDependencies & {
    /** Time of the account's last delivery, UTC milliseconds, or null. */
    readonly lastDeliveryAt: (accountID: AccountID) => number | null;
    readonly tunnel: PublicRoute & { readonly start: (port: number) => Promise<void> };
  },
) => {
  const { tunnel, clock, log, lastDeliveryAt } = parts;
  const { promise: listening, resolve: listens } = Promise.withResolvers<void>();
  let starting: Promise<void> | null = null;
  let stopped = false;

  const arrivals = createArrivals(clock);
  const ingest: typeof parts.ingest = {
    record: (deliveries) => {
      parts.ingest.record(deliveries);
      arrivals.notify(deliveries);
    },
    applyRecorded: parts.ingest.applyRecorded,
  };
  const receiver = createReceiver({ ...parts, ingest });
  const reach = createReach({ ...parts, receiver });

  const listen = async (): Promise<void> => {
    const started = await receiver.start();
    if (stopped) return;
    if (!started.ok) {
      log.error({ failure: started.error }, 'the receiver does not listen');
      return;
    }
    void tunnel.start(started.value.port).catch((thrown: unknown) => {
      log.error({ err: thrown }, 'the tunnel was not started');
    });
  };

  return {
    arrivals,
    /** Records deliveries, wherever they were received. */
    record: ingest.record,
    reach,
    /** Resolves when the receiver listens or has failed. */
    listening: () => listening,
    report: (accountID: AccountID) => ({
      ...receiver.report(),
      lastDeliveryAt: lastDeliveryAt(accountID),
      reachable: reach.isReachable(accountID),
    }),
    start: (): void => {
      starting ??= listen()
        .catch((thrown: unknown) => log.error({ err: thrown }, 'the receiver does not listen'))
        .finally(listens);
    },
    /** Also ends a pending start; afterwards nothing listens. */
    stop: async (): Promise<void> => {
      stopped = true;
      // Otherwise it would start to listen after the stop.
      await starting;
      listens();
      await receiver.stop();
    },
  };
};
