/** The legacy generation: few requests; the service calls our partner endpoints. */
import { succeed } from '../../../../../contract/errors.ts';
import { capabilitiesOf } from '../../../../../contract/generations.ts';
import type { AccountSync, Generation } from '../../../accounts/runtime.ts';
import { storedSyncReport } from '../../../accounts/sync/health.ts';
import { partnerCommands } from './commands.ts';
import { intake, storedOnlyKinds } from './ingest/apply.ts';
import { ensurePartnerEndpoint, partnerEndpointOf, partnerEndpoints } from './partner-endpoints.ts';
import { createSender } from './sender.ts';
import { createLegacyClient } from './service/client.ts';
import { createLegacySync } from './sync.ts';

export const legacy: Generation = {
  number: 1,
  intake,
  endpoints: partnerEndpoints,
  storedOnlyKinds,
  open: ({ accountID, profile, connected }, dependencies) => {
    const { store, reach } = dependencies;
    const { durable } = store;
    if (connected) ensurePartnerEndpoint(dependencies, accountID);
    const onReachable = (): void => sync?.answered();
    const client = connected
      ? createLegacyClient({ ...dependencies, durable, profile, onReachable })
      : null;
    const sync: AccountSync | null =
      client && createLegacySync({ ...dependencies, client }, accountID);
    return {
      capabilities: capabilitiesOf(profile),
      intake,
      service: null,
      lookUp: client?.lookUp ?? null,
      jobStatusWord: () => null,
      sync,
      report: () => sync?.report() ?? storedSyncReport(store, accountID),
      sender: createSender(client),
      inbound: {
        ensure: async (isAsked = false) => {
          await dependencies.whenRegistrable();
          const shared = connected ? reach.shared() : null;
          if (shared?.mayRepair() === true || isAsked) await shared?.announce(null);
        },
        // The service's operator has the address, so only the hub can stop its calls.
        removeAll: async () => {
          await reach.shared()?.forget(null);
          return succeed({ removed: 0 });
        },
        report: () => [],
        isUsed: true,
        lacksPassword: () => partnerEndpointOf(store, accountID)?.renewedAt == null,
        lastDeliveries: () => [],
        lastDeliveryAt: () => partnerEndpointOf(store, accountID)?.lastCallAt ?? null,
        stop: async () => undefined,
      },
      commands: partnerCommands({ ...dependencies, accountID }),
      close: async () => {
        sync?.stop();
        await client?.close();
      },
    };
  },
};
