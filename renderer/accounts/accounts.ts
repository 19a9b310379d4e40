/** The state of accounts: what main knows of each grant together with what the engine knows of the work. */
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import type { Connecting } from './connecting.ts';
import { leadFlowOf, type LeadFlow } from './lead-flow.ts';
import { isOutdated } from './usable.ts';

type Known = {
  readonly accounts: readonly Account[];
  readonly reports: readonly ConnectionReport[];
};

/** The account that was to be connected again, when somebody else signed in instead of its user. */
export const missedAccount = (
  accounts: readonly Account[],
  { attempt, subject }: Pick<Connecting, 'attempt' | 'subject'>,
): Account | null => {
  if (attempt?.state !== 'done' || subject === null || !('accountID' in subject)) return null;
  if (attempt.accountID === subject.accountID) return null;
  return accounts.find((account) => account.accountID === subject.accountID) ?? null;
};

/** True while a connected account's first leads are on their way: an empty list says nothing yet. */
export const isArriving = ({ accounts, reports }: Known): boolean =>
  accounts.some(({ accountID, grant }) => {
    const report = reports.find((each) => each.accountID === accountID);
    const begun = report === undefined || ['waiting', 'running'].includes(report.backfill.state);
    return grant.state === 'connected' && begun && report?.online !== false;
  });

/**
 * The state of one account in one word. `unreachable`: its service does not answer, and the computer may
 * be offline. `outdated`: it works by an interface that was discontinued.
 */
export type AccountStatus = 'ended' | 'working' | 'outdated' | 'unreachable' | 'attention';

const statuses: Readonly<Record<LeadFlow, 'working' | 'unreachable' | 'attention'>> = {
  signedOut: 'attention',
  away: 'unreachable',
  lost: 'attention',
  noPassword: 'attention',
  broken: 'attention',
  unknown: 'working',
  unproven: 'working',
  checked: 'working',
  instant: 'working',
};

/**
 * Judges one account, worst first, for its card and for the sidebar. A reply that was refused is no
 * fault of the connection.
 */
export const accountStatusOf = (
  account: Account,
  report: ConnectionReport | null,
): AccountStatus => {
  if (account.grant.state === 'disconnected') return 'ended';
  if (account.missingScopes.length > 0) return 'attention';
  const status = statuses[leadFlowOf(account, report)];
  return status === 'working' && isOutdated(account) ? 'outdated' : status;
};

/** The accounts that count: practice says nothing once there is a real account. */
export const countedAccounts = (accounts: readonly Account[]): readonly Account[] => {
  const real = accounts.filter((account) => !account.practice);
  return real.length > 0 ? real : accounts;
};

/** The whole state of all connections in one word, for the dot in the sidebar: that of the worst. */
export type Health = 'none' | 'working' | 'outdated' | 'offline' | 'unreachable' | 'attention';

/** `unreachable` names the marketplaces that do not answer, each once; none while the computer is offline. */
export type Condition = { readonly health: Health; readonly unreachable: readonly string[] };

const worstFirst = ['attention', 'unreachable', 'outdated', 'working'] as const;

export const conditionOf = ({
  accounts,
  reports,
  networked,
}: Known & { readonly networked: boolean }): Condition => {
  const judged = countedAccounts(accounts).map((account) => {
    const report = reports.find(({ accountID }) => accountID === account.accountID) ?? null;
    return { account, status: accountStatusOf(account, report) };
  });
  const worst = worstFirst.find((each) => judged.some(({ status }) => status === each));
  if (worst === undefined) return { health: 'none', unreachable: [] };
  if (!networked) {
    const isLost = judged.some(({ account }) => account.grant.state === 'reconnect');
    return { health: isLost ? 'attention' : 'offline', unreachable: [] };
  }
  const away = judged.filter(({ status }) => status === 'unreachable');
  const unreachable = [...new Set(away.map(({ account }) => account.profileName))];
  return { health: worst, unreachable };
};
