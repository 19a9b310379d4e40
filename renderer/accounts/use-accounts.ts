/** The accounts and how their leads come in and replies go out, as a component sees them. */
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';

const none: readonly never[] = [];

/** What main knows of each account; none before it has been read. */
export const useAccounts = (): readonly Account[] =>
  useAnswer('connect.accounts', {}).value?.accounts ?? none;

/** What the engine knows of each account's work; none before it has been read. */
export const useReports = (): readonly ConnectionReport[] =>
  useAnswer('connection.report', {}).value?.reports ?? none;

/** Whether nothing is received or sent, whatever was known of the accounts before. */
export const useIsPaused = (): boolean =>
  useSession(
    ({ engine }) =>
      engine.state === 'stopped' || (engine.state === 'ready' && engine.alone === true),
  );
