/** Handlers of `connection.*`: the state of each account, and the checks that a person starts. */
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { outboxCounts } from '../conversation/outbox/rows.ts';
import { businessesServedElsewhere } from '../leads/holders.ts';
import { dismissGaps, gapsOf } from './coverage.ts';
import { allAccounts } from './rows.ts';
import type { EngineDependencies, RunningAccount } from './runtime.ts';
import { notUnderstoodCount } from './deliveries.ts';
import { contentsOf, leadsLeft } from './removal.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';

const noSuchAccount = (): Answer<never> => fail('not_found', 'There is no such account.');

/** `connection.check` starts a poll and a check of the webhooks and answers before they finish. */
export const connectionCommands = ({
  store,
  account,
  receiver,
  publish,
}: Pick<EngineDependencies, 'store' | 'publish'> & {
  readonly account: (
    accountID: AccountID,
  ) => Pick<RunningAccount, 'report' | 'sync' | 'inbound'> | null;
  readonly receiver: (accountID: AccountID) => Omit<ConnectionReport['receiver'], 'lacksPassword'>;
}): Handlers<Extract<EngineCommand, `connection.${string}`>> => ({
  'connection.report': () =>
    succeed({
      reports: allAccounts(store).flatMap(({ accountID }) => {
        const running = account(accountID);
        if (running === null) return [];
        const webhooks = running.inbound.report();
        const nameOf = (wanted: string | null): string | null =>
          webhooks.find(({ businessID }) => businessID === wanted)?.businessName ?? null;
        return {
          accountID,
          ...running.report(),
          receiver: { ...receiver(accountID), lacksPassword: running.inbound.lacksPassword() },
          webhooks,
          yielded: businessesServedElsewhere(store, accountID),
          gaps: gapsOf(store, accountID).map(({ businessID, from, until }) => ({
            businessName: nameOf(businessID),
            from,
            until,
          })),
          outbox: outboxCounts(store, accountID),
          notUnderstood: notUnderstoodCount(store, accountID),
        };
      }),
    }),
  'connection.kept': () =>
    succeed({
      accounts: allAccounts(store).map(({ accountID, profile, userName, practice }) => ({
        accountID,
        profileName: profile.name,
        environment: profile.environment,
        userName,
        practice,
      })),
    }),
  'connection.contents': ({ accountID }) => succeed(contentsOf(store, accountID)),
  'connection.left': ({ accountID }) => succeed({ leads: leadsLeft(store, accountID) }),
  'connection.pauseImport': ({ accountID, paused }) => {
    const running = account(accountID);
    if (running === null) return noSuchAccount();
    running.sync?.pauseImport(paused);
    return succeed({});
  },
  'connection.dismissGaps': ({ accountID }) => {
    dismissGaps(store, accountID);
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({});
  },
  'connection.check': ({ accountID }) => {
    const running = account(accountID);
    if (running === null) return noSuchAccount();
    running.sync?.checkNow();
    void running.inbound.ensure();
    return succeed({});
  },
});
