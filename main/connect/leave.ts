/**
 * How accounts leave this computer: practice when a real account connects (product, Accounts), and any
 * account with all its data when the professional asks for that.
 */
import { fail, succeed, type Answer } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook } from './account-book.ts';
import type { Disconnect } from './disconnect.ts';

type Done = Record<string, never>;

export type Leaving = {
  /** True when a practice account was connected and not disconnected, and there is no real account. */
  readonly hasPractice: () => boolean;
  readonly hasReal: () => boolean;
  /** Disconnects practice where there is a real account; the engine keeps its leads out of sight. */
  readonly leavePractice: () => void;
  /**
   * Disconnects an account, has the engine remove everything of it, then forgets its sign-in. Errors:
   * `not_found`; those of disconnecting, of the engine and of the vault, after which the call may be
   * repeated: one that has ended is not disconnected again, told of its end or not.
   */
  readonly remove: (accountID: AccountID) => Promise<Answer<Done>>;
};

export const createLeaving = (given: {
  readonly book: AccountBook;
  readonly disconnect: Disconnect['disconnect'];
  /** Has the engine remove the account's data. */
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  /** The account is gone. */
  readonly onRemoved: () => void;
}): Leaving => {
  const { book, disconnect, forget, onRemoved } = given;
  const practiceInUse = (): readonly AccountID[] =>
    book.accountIDs().filter((accountID) => {
      const account = book.account(accountID);
      return account?.practice === true && account.grant.state !== 'disconnected';
    });
  const hasReal = (): boolean =>
    book.accountIDs().some((accountID) => book.account(accountID)?.practice === false);

  return {
    hasPractice: () => !hasReal() && practiceInUse().length > 0,
    hasReal,
    leavePractice: () => {
      if (!hasReal()) return;
      for (const accountID of practiceInUse()) void disconnect(accountID);
    },
    remove: async (accountID) => {
      const account = book.account(accountID);
      if (account === null) return fail('not_found', 'There is no such account.');
      if (account.grant.state !== 'disconnected') {
        const ended = await disconnect(accountID);
        if (!ended.ok) return ended;
      }
      const forgotten = await forget(accountID);
      if (!forgotten.ok) return forgotten;
      const removed = book.removeAccount(accountID);
      if (removed.ok) onRemoved();
      return removed.ok ? succeed({}) : removed;
    },
  };
};
