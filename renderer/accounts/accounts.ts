/** The health of accounts, from main's grants and the engine's reports. */
import type { Account, ConnectionReport, StoredAccount } from '../../contract/accounts.ts';
import { getCapabilities } from '../../contract/generations.ts';
import type { Connecting } from './connecting.ts';
import { flowTones, deriveLeadFlow } from './lead-flow.ts';

type AccountData = {
  readonly accounts: readonly Account[];
  readonly reports: readonly ConnectionReport[];
};

/** True if pages of the current interface can use the account. */
export const isUsable = (account: Account): boolean =>
  getCapabilities(account).isCurrent && account.grant.state !== 'disconnected';

/** True if the account still uses a discontinued interface. */
export const isOutdated = (account: Account): boolean =>
  !getCapabilities(account).isCurrent && account.grant.state !== 'disconnected';

/** Finds the account to reconnect if a different user signed in instead. */
export const findMissedAccount = (
  accounts: readonly Account[],
  { attempt, subject }: Pick<Connecting, 'attempt' | 'subject'>,
): Account | null => {
  if (attempt?.state !== 'done' || subject === null || !('accountID' in subject)) return null;
  if (attempt.accountID === subject.accountID) return null;
  return accounts.find((account) => account.accountID === subject.accountID) ?? null;
};

/** True while the first leads of a connected account may be loading, so that an empty list proves nothing. */
export const isArriving = ({ accounts, reports }: AccountData): boolean =>
  accounts.some(({ accountID, grant }) => {
    const report = reports.find((each) => each.accountID === accountID);
    const isActive = report === undefined || ['waiting', 'running'].includes(report.backfill.state);
    return grant.state === 'connected' && isActive && report?.online !== false;
  });

/**
 * - `unreachable`: the service does not answer, or the computer is offline
 * - `outdated`: the account works, but uses a discontinued interface
 */
type AccountStatus = 'ended' | 'working' | 'outdated' | 'unreachable' | 'attention';

/** Derives the worst status that applies. Failed replies do not concern the connection. */
export const deriveAccountStatus = (
  account: Account,
  report: ConnectionReport | null,
): AccountStatus => {
  if (account.grant.state === 'disconnected') return 'ended';
  if (account.missingScopes.length > 0) return 'attention';
  const flow = deriveLeadFlow(account, report);
  if (flow === 'away') return 'unreachable';
  if (flowTones[flow] === 'bad') return 'attention';
  return isOutdated(account) ? 'outdated' : 'working';
};

/** Formats the marketplace and the user: a person may have several accounts. */
export const formatAccountTitle = ({
  profileName,
  userName,
}: Pick<Account, 'profileName' | 'userName'>): string =>
  userName === '' ? profileName : `${profileName} (${userName})`;

/** Chooses the real accounts, or the practice account if there are none. */
export const chooseCountedAccounts = (accounts: readonly Account[]): readonly Account[] => {
  const real = accounts.filter((account) => !account.practice);
  return real.length > 0 ? real : accounts;
};

export type Health = 'none' | 'working' | 'outdated' | 'offline' | 'unreachable' | 'attention';

/** The worst health, and the names of services that do not answer (empty while the computer is offline). */
type Condition = { readonly health: Health; readonly unreachable: readonly string[] };

const worstFirst = ['attention', 'unreachable', 'outdated', 'working'] as const;

export const deriveCondition = ({
  accounts,
  reports,
  isOnline,
  signInsLost,
}: AccountData & {
  readonly isOnline: boolean;
  readonly signInsLost: readonly StoredAccount[];
}): Condition => {
  const counted = chooseCountedAccounts(accounts).map((account) => {
    const report = reports.find(({ accountID }) => accountID === account.accountID) ?? null;
    return { account, status: deriveAccountStatus(account, report) };
  });
  // Lost sign-ins alone mean that the window is not connected.
  const found = worstFirst.find((each) => counted.some(({ status }) => status === each));
  const worst = found !== undefined && signInsLost.length > 0 ? 'attention' : found;
  if (worst === undefined) return { health: 'none', unreachable: [] };
  if (!isOnline) {
    const isLost =
      signInsLost.length > 0 || counted.some(({ account }) => account.grant.state === 'reconnect');
    return { health: isLost ? 'attention' : 'offline', unreachable: [] };
  }
  const away = counted.filter(({ status }) => status === 'unreachable');
  const unreachable = [...new Set(away.map(({ account }) => account.profileName))];
  return { health: worst, unreachable };
};
