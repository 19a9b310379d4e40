/** Hooks that read accounts and their connection reports. */
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';

const none: readonly never[] = [];

/** Empty before the first answer. */
export const useAccounts = (): readonly Account[] =>
  useAnswer('connect.accounts', {}).value?.accounts ?? none;

/** Empty before the first answer. */
export const useReports = (): readonly ConnectionReport[] =>
  useAnswer('connection.report', {}).value?.reports ?? none;

/** Whether the engine receives and sends nothing. */
export const useIsPaused = (): boolean =>
  useSession(
    ({ engine }) =>
      engine.state === 'stopped' || (engine.state === 'ready' && engine.alone === true),
  );
