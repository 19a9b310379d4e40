/**
 * What the accounts say when they are looked at together: what main knows of each grant beside what
 * the engine knows of the work.
 */
import { capabilitiesOf } from '../../contract/generations.ts';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import type { Connecting } from './connecting.ts';
import { isBroken } from './webhook-health.ts';

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

/** How one account stands. `unreachable`: its service does not answer, and the computer may be offline. */
export type Standing = 'ended' | 'working' | 'unreachable' | 'attention';

/** Judged in one place, for the account's own card and for the sidebar. */
export const standingOf = (account: Account, report: ConnectionReport | null): Standing => {
  if (account.grant.state === 'disconnected') return 'ended';
  if (account.grant.state === 'reconnect' || account.missingScopes.length > 0) return 'attention';
  if (report === null) return 'working';
  if (!report.online) return 'unreachable';
  // Where a service gives no leads, they come only while it can reach this computer.
  const isDeaf = !capabilitiesOf(account).givesLeads && !report.receiver.reachable;
  const needsMending = report.webhooks.some(({ state }) => isBroken(state));
  return isDeaf || needsMending ? 'attention' : 'working';
};

/** The accounts that count: practice says nothing once there is a real account. */
export const countedAccounts = (accounts: readonly Account[]): readonly Account[] => {
  const real = accounts.filter((account) => !account.practice);
  return real.length > 0 ? real : accounts;
};

/** The whole state of all connections in one word, for the dot in the sidebar: that of the worst. */
export type Health = 'none' | 'working' | 'offline' | 'unreachable' | 'attention';

/** `unreachable` names the marketplaces that do not answer, each once; none while the computer is offline. */
export type Condition = { readonly health: Health; readonly unreachable: readonly string[] };

export const conditionOf = ({
  accounts,
  reports,
  networked,
}: Known & { readonly networked: boolean }): Condition => {
  const standings = countedAccounts(accounts).map((account) => {
    const report = reports.find(({ accountID }) => accountID === account.accountID) ?? null;
    return { account, standing: standingOf(account, report) };
  });
  const has = (wanted: Standing): boolean => standings.some(({ standing }) => standing === wanted);
  const isLost = standings.some(({ account }) => account.grant.state === 'reconnect');
  if (standings.every(({ standing }) => standing === 'ended'))
    return { health: 'none', unreachable: [] };
  if (!networked) return { health: isLost ? 'attention' : 'offline', unreachable: [] };
  const away = standings.filter(({ standing }) => standing === 'unreachable');
  const unreachable = [...new Set(away.map(({ account }) => account.profileName))];
  const health = has('attention') ? 'attention' : away.length > 0 ? 'unreachable' : 'working';
  return { health, unreachable };
};
