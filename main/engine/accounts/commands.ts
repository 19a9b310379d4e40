/** How leads come in and replies go out, for people: the state of each account, and checking it. */
import { fail, succeed } from '../../../contract/errors.ts';
import type { AccountID, ConnectionReport } from '../../../contract/records.ts';
import { accountByID, allAccounts } from './rows.ts';
import { notUnderstoodCount } from './deliveries.ts';
import { contentsOf } from './removal.ts';
import type { Store } from '../platform/store/store.ts';
import type { Handlers } from '../platform/command/handler.ts';

type Dependencies = {
  readonly store: Store;
  /** What everybody else knows of an account. */
  readonly report: (accountID: AccountID) => Omit<ConnectionReport, 'accountID' | 'notUnderstood'>;
  /** Polls now, checks the webhooks and repairs what is missing; answers before that is done. */
  readonly check: (accountID: AccountID) => void;
};

/** Handlers of `connection.*`. */
export const connectionCommands = ({
  store,
  report,
  check,
}: Dependencies): Handlers<'connection.report' | 'connection.contents' | 'connection.check'> => ({
  'connection.report': () =>
    succeed({
      reports: allAccounts(store).map(({ accountID }) => ({
        accountID,
        ...report(accountID),
        notUnderstood: notUnderstoodCount(store, accountID),
      })),
    }),
  'connection.contents': ({ accountID }) => succeed(contentsOf(store, accountID)),
  'connection.check': ({ accountID }) => {
    if (accountByID(store, accountID) === null) {
      return fail('not_found', 'There is no such account.');
    }
    check(accountID);
    return succeed({});
  },
});
