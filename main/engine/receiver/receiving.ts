/** Composes receiver and reach. No service learns an address before the receiver listens. */
import type { Change } from '../../../contract/events.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import type { Endpoint } from '../accounts/endpoints.ts';
import type { Store } from '../platform/store/store.ts';
import { createArrivals, type Arrivals } from '../accounts/arrivals.ts';
import type { Probes } from './probes.ts';
import { createReach, type Reach, type PublicRoute } from './reach.ts';
import { createReceiver, type OpenServer } from './receiver.ts';

export type Receiving = {
  readonly arrivals: Arrivals;
  /** Records deliveries, wherever they were received. */
  readonly record: Ingest['record'];
  readonly reach: Reach;
  /** Resolves when the receiver listens or has failed. */
  readonly listening: () => Promise<void>;
  readonly report: (accountID: AccountID) => Omit<ConnectionReport['receiver'], 'lacksPassword'>;
  readonly start: () => void;
  /** Also ends a pending start; afterwards nothing listens. */
  readonly stop: () => Promise<void>;
};

export const createReceiving = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  readonly endpoints: readonly Endpoint[];
  readonly openServer: OpenServer;
  /** Time of the account's last delivery, UTC milliseconds, or null. */
  readonly lastDeliveryAt: (accountID: AccountID) => number | null;
  readonly probes: Probes;
  readonly tunnel: PublicRoute & { readonly start: (port: number) => Promise<void> };
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): Receiving => {
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
    record: ingest.record,
    reach,
    listening: () => listening,
    report: (accountID) => ({
      ...receiver.report(),
      lastDeliveryAt: lastDeliveryAt(accountID),
      reachable: reach.isReachable(accountID),
    }),
    start: () => {
      starting ??= listen().finally(listens);
    },
    stop: async () => {
      stopped = true;
      // Otherwise it would start to listen after the stop.
      await starting;
      listens();
      await receiver.stop();
    },
  };
};
