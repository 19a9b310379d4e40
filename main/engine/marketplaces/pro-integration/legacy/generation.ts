/** The legacy generation: few requests; the service calls our partner endpoints. */
import { succeed } from '../../../../../contract/errors.ts';
import { getCapabilities } from '../../../../../contract/generations.ts';
import { createBackoff } from '../../../../clock/backoff.ts';
import { createSchedule } from '../../../../clock/schedule.ts';
import type {
  AccountDependencies,
  AccountSync,
  Generation,
  Inbound,
} from '../../../accounts/runtime.ts';
import { readSyncReport } from '../../../accounts/sync/health.ts';
import { createPartnerCommands } from './commands.ts';
import { intake, storedOnlyKinds } from './ingest/apply.ts';
import {
  ensurePartnerEndpoint,
  findPartnerEndpoint,
  partnerEndpoints,
} from './partner-endpoints.ts';
import { createSender } from './sender.ts';
import { createLegacyClient } from './service/client.ts';
import { createLegacySync } from './sync.ts';

const failureWait = createBackoff({ first: 60_000, max: 30 * 60_000, jitter: 0.1 });

/** Makes the team's hub accept the calls for a connected account: otherwise it rejects new leads. */
const createAnnouncer = ({
  clock,
  random,
  log,
  reach,
  whenRegistrable,
}: AccountDependencies): Pick<Inbound, 'ensure' | 'stop'> => {
  let running = Promise.resolve();
  let failures = 0;
  let isStopped = false;
  const logFailure = (thrown: unknown): void =>
    log.error({ err: thrown }, 'an account could not be announced to the hub');
  const schedule = createSchedule(clock, logFailure);

  const announce = async (): Promise<void> => {
    await whenRegistrable();
    const shared = reach.findSharedWebhooks();
    if (isStopped || shared?.mayRepair() !== true) return;
    const { ok } = await shared.announce(null);
    failures = ok ? 0 : failures + 1;
    if (ok) schedule.cancel('announce');
    else schedule.in('announce', failureWait(failures, random.fraction), ensure);
  };
  /** Announcements run one after another. */
  const ensure = (): Promise<void> => (running = running.then(announce).catch(logFailure));

  return {
    ensure,
    stop: () => {
      isStopped = true;
      schedule.stop();
      return running;
    },
  };
};

export const legacy: Generation = {
  number: 1,
  intake,
  endpoints: partnerEndpoints,
  storedOnlyKinds,
  open: ({ accountID, profile, connected }, dependencies) => {
    const { store, reach } = dependencies;
    const { flush } = store;
    if (connected) ensurePartnerEndpoint(dependencies, accountID);
    const onReachable = (): void => sync?.onAnswered();
    const client = connected
      ? createLegacyClient({ ...dependencies, flush, profile, onReachable })
      : null;
    const sync: AccountSync | null =
      client && createLegacySync({ ...dependencies, client }, accountID);
    const announcer = createAnnouncer(dependencies);
    return {
      capabilities: getCapabilities(profile),
      intake,
      service: null,
      lookUp: client?.lookUp ?? null,
      findJobStatusWord: () => null,
      sync,
      report: () => sync?.report() ?? readSyncReport(store, accountID),
      sender: createSender(client),
      inbound: {
        ensure: async () => {
          if (connected) await announcer.ensure();
        },
        // The service's operator has the address, so only the hub can stop its calls.
        removeAll: async () => {
          await announcer.stop();
          await reach.findSharedWebhooks()?.forget(null);
          return succeed({ removed: 0 });
        },
        report: () => [],
        isUsed: true,
        // A call proves that the operator has it: from another account, or from a colleague's desktop.
        lacksPassword: () => {
          const { renewedAt = null, lastCallAt = null } =
            findPartnerEndpoint(store, accountID) ?? {};
          return renewedAt === null && lastCallAt === null;
        },
        listLastDeliveries: () => [],
        readLastDeliveryAt: () => findPartnerEndpoint(store, accountID)?.lastCallAt ?? null,
        stop: announcer.stop,
      },
      commands: createPartnerCommands({ ...dependencies, accountID }),
      close: async () => {
        sync?.stop();
        await Promise.all([announcer.stop(), client?.close()]);
      },
    };
  },
};
