/** The connection page: the state of each account, and the checks that a person starts. */
import { fail, succeed } from '../../../contract/errors.ts';
import type { ConnectionReport } from '../../../contract/accounts.ts';
import type { AccountID } from '../../../contract/records.ts';
import { outboxCounts } from '../conversation/outbox/counts.ts';
import type { Change } from '../../../contract/events.ts';
import { dismissGaps, gapsOf } from './coverage.ts';
import { allAccounts } from './rows.ts';
import type { RunningAccount } from './runtime.ts';
import { notUnderstoodCount } from './deliveries.ts';
import { contentsOf, leadsLeft } from './removal.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  /** Null for an unknown account. */
  readonly account: (
    accountID: AccountID,
  ) => Pick<RunningAccount, 'report' | 'sync' | 'inbound'> | null;
  /** How deliveries reach this computer for an account. */
  readonly publish: (change: Change) => void;
  readonly receiver: (accountID: AccountID) => Omit<ConnectionReport['receiver'], 'lacksPassword'>;
};

/**
 * Handlers of `connection.*`. `connection.check` starts a poll and a webhook repair and answers before
 * they finish.
 */
export const connectionCommands = ({
  store,
  account,
  receiver,
  publish,
}: Dependencies): Handlers<
  | 'connection.report'
  | 'connection.kept'
  | 'connection.contents'
  | 'connection.left'
  | 'connection.check'
  | 'connection.dismissGaps'
  | 'connection.pauseImport'
> => ({
  'connection.report': () =>
    succeed({
      reports: allAccounts(store).flatMap(({ accountID }) => {
        const kept = account(accountID);
        if (kept === null) return [];
        const webhooks = kept.inbound.report();
        const nameOf = (wanted: string | null): string | null =>
          webhooks.find(({ businessID }) => businessID === wanted)?.businessName ?? null;
        return {
          accountID,
          ...kept.report(),
          receiver: { ...receiver(accountID), lacksPassword: kept.inbound.lacksPassword() },
          webhooks,
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
    const kept = account(accountID);
    if (kept === null) return fail('not_found', 'There is no such account.');
    kept.sync?.pauseImport(paused);
    return succeed({});
  },
  'connection.dismissGaps': ({ accountID }) => {
    dismissGaps(store, accountID);
    publish({ kinds: ['connection'], leadIDs: [] });
    return succeed({});
  },
  'connection.check': ({ accountID }) => {
    const kept = account(accountID);
    if (kept === null) return fail('not_found', 'There is no such account.');
    kept.sync?.checkNow();
    void kept.inbound.ensure();
    return succeed({});
  },
});
