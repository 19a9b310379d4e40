/** Removes accounts: practice when a real one connects, others with all data on request. */
import type { Answer } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook, Done } from './account-book.ts';
import type { Disconnect } from './disconnect.ts';

export type Leaving = {
  /** Whether a practice account is connected and there is no real account. */
  readonly hasPractice: () => boolean;
  readonly hasReal: () => boolean;
  /** Disconnects practice if there is a real account; the engine hides its leads. */
  readonly leavePractice: () => void;
  /**
   * Disconnects an account, waits until the engine has removed its data, then deletes its sign-in
   * if there is one. Resumes after an exit of the engine. Errors: those of disconnecting, the
   * engine and the vault; a repeated call does not disconnect again.
   */
  readonly remove: (accountID: AccountID) => Promise<Answer<Done>>;
  /** The engine is ready and has its accounts: interrupted removals continue. */
  readonly resumeRemovals: () => void;
  readonly isRemoving: (accountID: AccountID) => boolean;
};

export const createLeaving = (dependencies: {
  readonly book: AccountBook;
  readonly disconnect: Disconnect['disconnect'];
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly onRemoval: () => void;
}): Leaving => {
  const { book, disconnect, forget, onRemoval } = dependencies;
  const removals = new Map<AccountID, Promise<Answer<Done>>>();
  let engineIsBack = Promise.withResolvers<void>();

  const removeRest = async (accountID: AccountID): Promise<Answer<Done>> => {
    for (;;) {
      const forgotten = await forget(accountID);
      if (forgotten.ok) break;
      if (forgotten.error.code === 'engine_unavailable') await engineIsBack.promise;
      else {
        // It is connected again, and wanted.
        if (forgotten.error.code === 'conflict') book.forgetRemoval(accountID);
        return forgotten;
      }
    }
    // Connected again meanwhile: it begins empty.
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
