/** The queue of job statuses to send to the marketplace, one row per lead. */
import { jobStatus, type JobStatus } from '../../../contract/marks.ts';
import type { Failure } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored, readStoredFailure } from '../platform/store/stored.ts';

export type PendingStatus = {
  readonly lead: number;
  readonly negotiationID: string;
  /** Null for none; undefined for one that only a newer version knows. */
  readonly status: JobStatus | null | undefined;
  readonly reported: string | null;
  readonly version: number;
};

/** Values of the column `state`; `kept`: the service has no word for the status, or another desktop sends it. */
export type StatusState = 'reported' | 'refused' | 'kept';
export type StatusOutcome = { readonly reported?: string; readonly reason?: Failure };

export const hasPendingStatus = (store: Store): boolean => {
  const sql = "SELECT 1 FROM job_status_reports WHERE state = 'waiting' LIMIT 1";
  return store.prepare<[]>(sql).get() !== undefined;
};

export const listAccountsWithPendingStatus = (store: Store): readonly AccountID[] => {
  const sql = `SELECT a.account_id AS accountID FROM accounts a WHERE EXISTS (SELECT 1
      FROM job_status_reports r CROSS JOIN leads l ON l.lead = r.lead
      WHERE r.state = 'waiting' AND l.account_id = a.account_id)`;
  return store
    .prepare<[], { accountID: AccountID }>(sql)
    .all()
    .map(({ accountID }) => accountID);
};

export const findPendingStatus = (store: Store, accountID: AccountID): PendingStatus | null => {
  const row = store
    .prepare<[string], Omit<PendingStatus, 'status'> & { value: string | null }>(
      `SELECT r.lead, l.negotiation_id AS negotiationID, r.reported, r.version,
         (SELECT value FROM marks m WHERE m.lead = r.lead AND m.mark = 'jobStatus') AS value
       FROM job_status_reports r CROSS JOIN leads l ON l.lead = r.lead
       WHERE r.state = 'waiting' AND l.account_id = ? LIMIT 1`,
    )
    .get(accountID);
  if (row === undefined) return null;
  const { value, ...rest } = row;
  return { ...rest, status: value === null ? null : (readStored(jobStatus, value) ?? undefined) };
};

/** Cancels the report of a status that another desktop sends. */
export const cancelStatusReport = (store: Store, lead: number): void => {
  const sql = "UPDATE job_status_reports SET state = 'kept' WHERE lead = ? AND state = 'waiting'";
  store.prepare<[number]>(sql).run(lead);
};

/** Stores the reported word, and the outcome unless the professional has changed the status meanwhile. */
export const settleStatus = (
  store: Store,
  { lead, version }: Pick<PendingStatus, 'lead' | 'version'>,
  state: StatusState,
  { reported, reason }: StatusOutcome = {},
): void => {
  const params = {
    lead,
    version,
    state,
    reported: reported ?? null,
    reason: reason ? JSON.stringify(reason) : null,
  };
  const sql = `UPDATE job_status_reports SET reported = ifnull(@reported, reported),
      state = CASE version WHEN @version THEN @state ELSE state END,
      reason = CASE version WHEN @version THEN @reason ELSE reason END
    WHERE lead = @lead`;
  store.prepare<[typeof params]>(sql).run(params);
};

export const readStatusRefusal = (store: Store, lead: number): Failure | null => {
  const sql = "SELECT reason FROM job_status_reports WHERE lead = ? AND state = 'refused'";
  const row = store.prepare<[number], { reason: string | null }>(sql).get(lead);
  return readStoredFailure(row?.reason);
};
