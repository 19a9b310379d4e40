/** Composes receiver and reachability. No service learns an address before the receiver listens. */
import type { AccountID } from '../../../contract/records.ts';
import { createArrivals } from '../accounts/arrivals.ts';
import { createReachability, type PublicRoute } from './reachability.ts';
import { createReceiver, type ReceiverDependencies } from './receiver.ts';

export type Receiving = ReturnType<typeof createReceiving>;

export const createReceiving = (
  dependencies: ReceiverDependencies & {
    /** Time of the account's last delivery, UTC milliseconds, or null. */
    readonly findLastDeliveryAt: (accountID: AccountID) => number | null;
    readonly tunnel: PublicRoute & { readonly start: (port: number) => Promise<void> };
  },
) => {
  const { tunnel, clock, log, findLastDeliveryAt } = dependencies;
  const { promise: listening, resolve: markListening } = Promise.withResolvers<void>();
  let starting: Promise<void> | null = null;
  let isStopped = false;

  const arrivals = createArrivals(clock);
  const ingest: typeof dependencies.ingest = {
    record: (deliveries) => {
      dependencies.ingest.record(deliveries);
      arrivals.notify(deliveries);
    },
    applyRecorded: dependencies.ingest.applyRecorded,
  };
  const receiver = createReceiver({ ...dependencies, ingest });
  const reachability = createReachability({ ...dependencies, receiver });

  const listen = async (): Promise<void> => {
    const started = await receiver.start();
    if (isStopped) return;
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
    reachability,
    /** Resolves when the receiver listens or has failed. */
    waitUntilListening: () => listening,
    report: (accountID: AccountID) => ({
      ...receiver.report(),
      lastDeliveryAt: findLastDeliveryAt(accountID),
      reachable: reachability.isReachable(accountID),
    }),
    start: (): void => {
      starting ??= listen()
        .catch((thrown: unknown) => log.error({ err: thrown }, 'the receiver does not listen'))
        .finally(markListening);
    },
    /** Also ends a pending start; afterwards nothing listens. */
    stop: async (): Promise<void> => {
      isStopped = true;
      // Otherwise it would start to listen after the stop.
      await starting;
      markListening();
      await receiver.stop();
    },
  };
};
