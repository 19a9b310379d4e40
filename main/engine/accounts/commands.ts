/** Handlers of `connection.*`: the state of each account, and the checks that a person starts. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { readOutboxCounts } from '../conversation/outbox/rows.ts';
import { listBusinessesServedElsewhere } from '../leads/holders.ts';
import { dismissGaps, readGaps } from './coverage.ts';
import { listAccounts } from './rows.ts';
import type { EngineDependencies, RunningAccount } from './runtime.ts';
import { countNotUnderstood } from './deliveries.ts';
import { countContents, countLeads } from './removal.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';

const failNoSuchAccount = (): Answer<never> => fail('not_found', 'There is no such account.');

/** `connection.check` starts a poll and a check of the webhooks and answers before they finish. */
export const createConnectionCommands = ({
  store,
  findAccount,
  reportReceiver,
  publish,
}: Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly findAccount: (
    accountID: AccountID,
  ) => Pick<RunningAccount, 'report' | 'sync' | 'inbound'> | null;
  readonly reportReceiver: (
    accountID: AccountID,
  ) => Omit<ConnectionReport['receiver'], 'lacksPassword'>;
}): Handlers<Extract<EngineCommand, `connection.${string}`>> => ({
  'connection.report': () =>
    succeed({
      reports: listAccounts(store).flatMap(({ accountID }) => {
        const running = findAccount(accountID);
        if (running === null) return [];
        const webhooks = running.inbound.report();
        const findName = (wanted: string | null): string | null =>
          webhooks.find(({ businessID }) => businessID === wanted)?.businessName ?? null;
        return {
          accountID,
          ...running.report(),
          receiver: {
            ...reportReceiver(accountID),
            lacksPassword: running.inbound.lacksPassword(),
          },
          webhooks,
          yielded: listBusinessesServedElsewhere(store, accountID),
          gaps: readGaps(store, accountID).map(({ businessID, from, until }) => ({
            businessName: findName(businessID),
            from,
            until,
          })),
          outbox: readOutboxCounts(store, accountID),
          notUnderstood: countNotUnderstood(store, accountID),
        };
      }),
    }),
  'connection.kept': () =>
    succeed({
      accounts: listAccounts(store).map(({ accountID, profile, userName, practice }) => ({
        accountID,
        profileName: profile.name,
        environment: profile.environment,
        userName,
        practice,
      })),
    }),
  'connection.contents': ({ accountID }) => succeed(countContents(store, accountID)),
  'connection.left': ({ accountID }) => succeed({ leads: countLeads(store, accountID) }),
  'connection.pauseImport': ({ accountID, paused }) => {
    const running = findAccount(accountID);
    if (running === null) return failNoSuchAccount();
    running.sync?.pauseImport(paused);
    return succeed({});
  },
  'connection.dismissGaps': ({ accountID }) => {
    dismissGaps(store, accountID);
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({});
  },
  'connection.check': ({ accountID }) => {
    const running = findAccount(accountID);
    if (running === null) return failNoSuchAccount();
    running.sync?.checkNow();
    void running.inbound.ensure();
    return succeed({});
  },
});
