/** Ends the practice account when a real one connects, and removes accounts with all their data. */
import type { Answer } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import type { AccountBook, Done } from './account-book.ts';
import type { Disconnect } from './disconnect.ts';

export const createRemoval = (dependencies: {
  readonly book: AccountBook;
  readonly disconnect: Disconnect['disconnect'];
  readonly forget: (accountID: AccountID) => Promise<Answer<unknown>>;
  readonly onRemoval: () => void;
}) => {
  const { book, disconnect, forget, onRemoval } = dependencies;
  const removals = new Map<AccountID, Promise<Answer<Done>>>();
  let engineReady = Promise.withResolvers<void>();

  const removeData = async (accountID: AccountID): Promise<Answer<Done>> => {
    for (;;) {
      const forgotten = await forget(accountID);
      if (forgotten.ok) break;
      if (forgotten.error.code === 'engine_unavailable') await engineReady.promise;
      else {
        // The account was connected again, so it is not removed.
        if (forgotten.error.code === 'conflict') book.forgetRemoval(accountID);
        return forgotten;
      }
    }
    // The account was connected again after its data was removed, so only its data is gone.
    if (book.readLiveGrant(accountID) !== null) return book.forgetRemoval(accountID);
    const removed = book.removeAccount(accountID);
    return removed.ok ? book.forgetRemoval(accountID) : removed;
  };
  const startOrJoin = (accountID: AccountID): Promise<Answer<Done>> => {
    const removing =
      removals.get(accountID) ??
      removeData(accountID).finally(() => {
        removals.delete(accountID);
        onRemoval();
      });
    removals.set(accountID, removing);
    return removing;
  };
  const listActivePracticeAccounts = (): readonly AccountID[] =>
    book.listAccountIDs().filter((accountID) => {
      const account = book.readAccount(accountID);
      return account?.practice === true && account.grant.state !== 'disconnected';
    });
  const hasRealAccount = (): boolean =>
    book.listAccountIDs().some((accountID) => book.readAccount(accountID)?.practice === false);

  return {
    /** True if there is a practice account that was not disconnected, and no real account. */
    hasPractice: () => !hasRealAccount() && listActivePracticeAccounts().length > 0,
    hasRealAccount,
    /** Disconnects the practice account if there is a real one. The engine then hides its leads. */
    leavePractice: (): void => {
      if (!hasRealAccount()) return;
      for (const accountID of listActivePracticeAccounts()) void disconnect(accountID);
    },
    /**
     * Disconnects an account, waits until the engine has removed its data, then deletes its record.
     * If the engine exits, continues after its restart. A repeated call does not disconnect again.
     * Errors: those of disconnecting, the engine and the vault.
     */
    remove: async (accountID: AccountID): Promise<Answer<Done>> => {
      const account = book.readAccount(accountID);
      if (account !== null && account.grant.state !== 'disconnected') {
        const ended = await disconnect(accountID);
        if (!ended.ok) return ended;
      }
      const recorded = book.recordRemoval(accountID);
      if (!recorded.ok) return recorded;
      const removed = startOrJoin(accountID);
      onRemoval();
      return removed;
    },
    /** Continues interrupted removals. Call when the engine is ready and has its accounts. */
    resumeRemovals: (): void => {
      engineReady.resolve();
      engineReady = Promise.withResolvers();
      const interrupted = book.listRemovals().filter((accountID) => !removals.has(accountID));
      for (const accountID of interrupted) void startOrJoin(accountID);
      if (interrupted.length > 0) onRemoval();
    },
    isRemoving: (accountID: AccountID) => removals.has(accountID),
  };
};
