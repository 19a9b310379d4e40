/** The v4 generation: leads can be fetched, and our webhooks deliver new leads and messages. */
import { getCapabilities, canUseWebhooks } from '../../../../../contract/generations.ts';
import type { AccountSync, Generation } from '../../../accounts/runtime.ts';
import { readSyncReport } from '../../../accounts/sync/health.ts';
import { toJobStatusWord } from '../job-statuses.ts';
import { intake } from './intake.ts';
import { storedOnlyKinds } from './kinds.ts';
import { createSender } from './sender.ts';
import { createServiceClient } from './service/client.ts';
import { createAccountSync } from './sync/account.ts';
import { createWebhookCommands } from './webhooks/commands.ts';
import { buildWebhookAddress, webhookEndpoint } from './webhooks/endpoint.ts';
import { listWebhooks } from './webhooks/rows.ts';
import { createWebhookKeeper } from './webhooks/webhook-keeper.ts';

export const v4: Generation = {
  number: 4,
  intake,
  endpoints: [webhookEndpoint],
  storedOnlyKinds,
  open: ({ accountID, profile, connected }, dependencies) => {
    const { store, reach } = dependencies;
    const { flush } = store;
    const buildAddress = (path: string): string | null =>
      buildWebhookAddress(reach.findBase(), path);
    const onReachable = (): void => sync?.onAnswered();
    const client = connected
      ? createServiceClient({ ...dependencies, flush, profile, onReachable })
      : null;
    const isUsed = canUseWebhooks(profile);
    const keeper = createWebhookKeeper({
      ...dependencies,
      accountID,
      client,
      isUsed,
      onActivated: () => sync?.wake(),
    });
    const onRecovered = (): void => void keeper.ensure();
    const sync: AccountSync | null =
      client && createAccountSync({ ...dependencies, client, onRecovered }, accountID);
    const listLastDeliveries = () =>
      listWebhooks(store, accountID).flatMap(({ businessID, lastDeliveryAt }) =>
        lastDeliveryAt === null ? [] : [{ businessID, at: lastDeliveryAt }],
      );
    return {
      capabilities: getCapabilities(profile),
      intake,
      service: client,
      lookUp: client?.lookUp ?? null,
      findJobStatusWord: toJobStatusWord,
      sync,
      report: () => sync?.report() ?? readSyncReport(store, accountID),
      sender: createSender(store, client),
      inbound: {
        ...keeper,
        isUsed,
        lacksPassword: () => false,
        listLastDeliveries,
        readLastDeliveryAt: () => {
          const times = listLastDeliveries().map(({ at }) => at);
          return times.length === 0 ? null : Math.max(...times);
        },
      },
      commands: createWebhookCommands({
        ...dependencies,
        accountID,
        client,
        keeper,
        isUsed,
        buildAddress,
      }),
      close: async () => {
        sync?.stop();
        await Promise.all([keeper.stop(), client?.close()]);
      },
    };
  },
};
