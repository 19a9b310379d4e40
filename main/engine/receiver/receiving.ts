/**
 * The receiving side put together: the receiver, the way to it, and the webhooks that make services
 * use it. It knows who needs whom, and that nothing is registered before the receiver listens.
 */
import type { Change } from '../../../contract/events.ts';
import type { AccountID, ConnectionReport } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Log } from '../../log/log.ts';
import type { Ingest } from '../accounts/ingest/ingest.ts';
import type { Random } from '../platform/random.ts';
import type { ServiceClient } from '../accounts/v4/service/client.ts';
import { allAccounts } from '../accounts/rows.ts';
import { partnerEndpointOf } from '../accounts/legacy/partner-endpoint-rows.ts';
import type { Store } from '../platform/store/store.ts';
import { createArrivals, type Arrivals } from './arrivals.ts';
import type { Probes } from './probes.ts';
import { createReach, type Reach, type WayIn } from './reach.ts';
import { createReceiver } from './receiver.ts';
import { createWebhookKeeper, type WebhookKeeper } from '../accounts/v4/webhooks/webhook-keeper.ts';

export type Receiving = {
  readonly arrivals: Arrivals;
  readonly reach: Reach;
  /** Its `ensure` waits until the receiver listens, or cannot. */
  readonly keeper: Pick<WebhookKeeper, 'ensure' | 'removeAll' | 'report'>;
  /** Checks the webhooks of every connected account: businesses, or the way to us, have changed. */
  readonly checkWebhooks: () => void;
  readonly report: (accountID: AccountID) => Pick<ConnectionReport, 'receiver' | 'webhooks'>;
  /** Listens, and starts the way from the internet that is set up. */
  readonly start: () => void;
  /** Ends a start that is under way as well; nothing listens once it has resolved. */
  readonly stop: () => Promise<void>;
};

/** Makes the receiving side; nothing listens before `start`. */
export const createReceiving = (parts: {
  readonly store: Store;
  readonly ingest: Pick<Ingest, 'record' | 'applyRecorded'>;
  /** The client of a v4 account. */
  readonly client: (accountID: AccountID) => ServiceClient | null;
  readonly isPractice: (accountID: AccountID) => boolean;
  readonly probes: Probes;
  readonly tunnel: WayIn & { readonly start: (port: number) => Promise<void> };
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly publish: (change: Change) => void;
}): Receiving => {
  const { store, client, isPractice, probes, tunnel, clock, random, log, publish } = parts;
  let listening = Promise.resolve();
  let stopped = false;

  const arrivals = createArrivals(clock);
  const ingest: typeof parts.ingest = {
    record: (deliveries) => {
      parts.ingest.record(deliveries);
      arrivals.tell(deliveries);
    },
    applyRecorded: parts.ingest.applyRecorded,
  };
  const receiver = createReceiver({ store, ingest, clock, log, publish, probes });
  const reach = createReach({ store, receiver, tunnel, isPractice });
  const keeper = createWebhookKeeper({ store, client, reach, clock, random, log, publish });

  const ensure = (accountID: AccountID): Promise<void> =>
    listening.then(() => keeper.ensure(accountID));

  const checkWebhooks = (): void => {
    for (const { accountID, connected } of allAccounts(store)) {
      if (connected) void ensure(accountID);
    }
  };

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
    reach,
    keeper: { ...keeper, ensure },
    checkWebhooks,
    report: (accountID) => {
      const isLegacy = partnerEndpointOf(store, accountID) !== null;
      return {
        receiver: {
          ...receiver.report(),
          lastDeliveryAt: reach.lastDeliveryAt(accountID),
          reachable: reach.isReachable(accountID),
        },
        webhooks: isLegacy ? [] : keeper.report(accountID),
      };
    },
    start: () => {
      listening = listen();
    },
    stop: async () => {
      stopped = true;
      keeper.stop();
      // Else it would begin to listen after it was stopped, with nobody to end it.
      await listening;
      await receiver.stop();
    },
  };
};
