/**
 * What the accounts say when they are looked at together: what main knows of each grant beside what
 * the engine knows of the work.
 */
import type { Account, ConnectionReport } from '../../contract/records.ts';
import type { Connecting } from './connecting.ts';

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

/** The whole state of all connections in one word, for the dot in the sidebar. */
export type Health = 'none' | 'working' | 'offline' | 'attention';

export const healthOf = ({
  accounts,
  reports,
  networked,
}: Known & { readonly networked: boolean }): Health => {
  // Practice says nothing once there is a real account.
  const real = accounts.filter((account) => !account.practice);
  const wanted = (real.length > 0 ? real : accounts).filter(
    (account) => account.grant.state !== 'disconnected',
  );
  if (wanted.length === 0) return 'none';
  if (wanted.some((account) => account.grant.state === 'reconnect')) return 'attention';
  const own = reports.filter((report) =>
    wanted.some((account) => account.accountID === report.accountID),
  );
  if (!networked || (own.length > 0 && own.every((report) => !report.online))) return 'offline';
  const needsAttention = own.some((report) => !report.online || report.outbox.failed > 0);
  return needsAttention ? 'attention' : 'working';
};
