/** The v4 generation: leads can be fetched, and our webhooks deliver new leads and messages. */
import { capabilitiesOf, usesWebhooks } from '../../../../../contract/generations.ts';
import type { AccountSync, Generation } from '../../../accounts/runtime.ts';
import { storedSyncReport } from '../../../accounts/sync/health.ts';
import { jobStatusWord } from '../job-statuses.ts';
import { intake } from './intake.ts';
import { storedOnlyKinds } from './kinds.ts';
import { createSender } from './sender.ts';
import { createServiceClient } from './service/client.ts';
import { createAccountSync } from './sync/account.ts';
import { webhookCommands } from './webhooks/commands.ts';
import { webhookAddress, webhookEndpoint } from './webhooks/endpoint.ts';
import { webhooksOf } from './webhooks/rows.ts';
import { createWebhookKeeper } from './webhooks/webhook-keeper.ts';

export const v4: Generation = {
  number: 4,
  intake,
  endpoints: [webhookEndpoint],
  storedOnlyKinds,
  open: ({ accountID, profile, connected }, dependencies) => {
    const { store, reach } = dependencies;
    const { durable } = store;
    const addressFor = (path: string): string | null => webhookAddress(reach.base(), path);
    const onReachable = (): void => sync?.answered();
    const client = connected
      ? createServiceClient({ ...dependencies, durable, profile, onReachable })
      : null;
    const isUsed = usesWebhooks(profile);
    const keeper = createWebhookKeeper({
      ...dependencies,
      accountID,
      client,
      isUsed,
      onActivated: () => sync?.wake(),
    });
    const recovered = (): void => void keeper.ensure();
    const sync: AccountSync | null =
      client && createAccountSync({ ...dependencies, client, recovered }, accountID);
    const lastDeliveries = () =>
      webhooksOf(store, accountID).flatMap(({ businessID, lastDeliveryAt }) =>
        lastDeliveryAt === null ? [] : [{ businessID, at: lastDeliveryAt }],
      );
    return {
      capabilities: capabilitiesOf(profile),
      intake,
      service: client,
      lookUp: client?.lookUp ?? null,
      jobStatusWord,
      sync,
      report: () => sync?.report() ?? storedSyncReport(store, accountID),
      sender: createSender(store, client),
      inbound: {
        ...keeper,
        isUsed,
        lacksPassword: () => false,
        lastDeliveries,
        lastDeliveryAt: () => {
          const times = lastDeliveries().map(({ at }) => at);
          return times.length === 0 ? null : Math.max(...times);
        },
      },
      commands: webhookCommands({ ...dependencies, accountID, client, keeper, isUsed, addressFor }),
      close: async () => {
        sync?.stop();
        await Promise.all([keeper.stop(), client?.close()]);
      },
    };
  },
};
