/** Hooks that read accounts and their connection reports. */
import type { Account, ConnectionReport, StoredAccount } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';

const none: readonly never[] = [];

/** Empty before the first answer. */
export const useAccounts = (): readonly Account[] =>
  useAnswer('connect.accounts', {}).value?.accounts ?? none;

/**
 * Real accounts that have leads here but lost their sign-in, as after a restore or with a new keychain key.
 * Empty before the first answers. Practice has no sign-in.
 */
export const useSignInsLost = (): readonly StoredAccount[] => {
  const accounts = useAnswer('connect.accounts', {}).value?.accounts;
  const kept = useAnswer('connection.kept', {}).value?.accounts ?? none;
  return accounts === undefined
    ? none
    : kept.filter(
        ({ accountID, practice }) =>
          !practice && accounts.every((one) => one.accountID !== accountID),
      );
};

/** Empty before the first answer. */
export const useReports = (): readonly ConnectionReport[] =>
  useAnswer('connection.report', {}).value?.reports ?? none;

/** True if the engine receives and sends nothing. */
export const useIsPaused = (): boolean =>
  useSession(
    ({ engine }) =>
      engine.state === 'stopped' || (engine.state === 'ready' && engine.isAlone === true),
  );
