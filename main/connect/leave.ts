/**
 * How accounts leave this computer: practice when a real account connects (product, Accounts), and any
 * account with all its data when the professional asks for that.
 */
import type { Answer } from '../../contract/errors.ts';
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
   * Disconnects an account, has the engine remove everything of it, then forgets its sign-in. One that
   * has no sign-in here is removed all the same. An engine that ends in between goes on when it is back.
   * Errors: those of disconnecting, of the engine and of the vault, after which the call may be
   * repeated: one that has ended is not disconnected again, told of its end or not.
   */
  readonly remove: (accountID: AccountID) => Promise<Answer<Done>>;
  /** The engine runs, and knows the accounts: removals that were cut off go on. */
  readonly resumeRemovals: () => void;
  readonly isRemoving: (accountID: AccountID) => boolean;
};

export const createLeaving = (given: {
  readonly book: AccountBook;
  readonly disconnect: Disconnect['disconnect'];
  /** Has the engine remove the account's data. */
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  /** A removal has begun or ended. */
  readonly onRemoval: () => void;
}): Leaving => {
  const { book, disconnect, forget, onRemoval } = given;
  const removals = new Map<AccountID, Promise<Answer<Done>>>();
  let engineIsBack = Promise.withResolvers<void>();

  /** Removes what is left of an account whose removal was noted. */
  const removeRest = async (accountID: AccountID): Promise<Answer<Done>> => {
    for (;;) {
      const forgotten = await forget(accountID);
      if (forgotten.ok) break;
      if (forgotten.error.code === 'engine_unavailable') await engineIsBack.promise;
      else {
        // It was connected anew, and is wanted again.
        if (forgotten.error.code === 'conflict') book.forgetRemoval(accountID);
        return forgotten;
      }
    }
    // Connected anew in this very moment: it begins empty.
    if (book.liveGrant(accountID) !== null) return book.forgetRemoval(accountID);
    const removed = book.removeAccount(accountID);
    return removed.ok ? book.forgetRemoval(accountID) : removed;
  };
  const goOn = (accountID: AccountID): Promise<Answer<Done>> => {
    const begun =
      removals.get(accountID) ??
      removeRest(accountID).finally(() => {
        removals.delete(accountID);
        onRemoval();
      });
    removals.set(accountID, begun);
    return begun;
  };
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
      if (account !== null && account.grant.state !== 'disconnected') {
        const ended = await disconnect(accountID);
        if (!ended.ok) return ended;
      }
      const noted = book.noteRemoval(accountID);
      if (!noted.ok) return noted;
      const removed = goOn(accountID);
      onRemoval();
      return removed;
    },
    resumeRemovals: () => {
      engineIsBack.resolve();
      engineIsBack = Promise.withResolvers();
      const cutOff = book.removals().filter((accountID) => !removals.has(accountID));
      for (const accountID of cutOff) void goOn(accountID);
      if (cutOff.length > 0) onRemoval();
    },
    isRemoving: (accountID) => removals.has(accountID),
  };
};
