/** The queue of job statuses that the marketplace has yet to receive, one row a lead. */
import { jobStatus, type JobStatus } from '../../../contract/marks.ts';
import type { Failure } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import type { ServiceJobStatus } from './service.ts';
import { readStored, storedFailure } from '../platform/store/stored.ts';

export type PendingStatus = {
  readonly lead: number;
  readonly negotiationID: string;
  /** Current status; null for none. */
  readonly status: JobStatus | null;
  readonly reported: ServiceJobStatus | null;
  readonly version: number;
};

/** `kept`: the service takes no job status, or has no word for it. */
export type StatusState = 'told' | 'refused' | 'kept';
export type StatusOutcome = { readonly reported?: ServiceJobStatus; readonly reason?: Failure };

export const hasPendingStatus = (store: Store): boolean =>
  store
    .prepare<[]>(
      'jobStatus.any',
      "SELECT 1 FROM job_status_tellings WHERE state = 'waiting' LIMIT 1",
    )
    .get() !== undefined;

export const accountsWithPendingStatus = (store: Store): readonly AccountID[] =>
  store
    .prepare<[], { accountID: AccountID }>(
      'jobStatus.accounts',
      `SELECT a.account_id AS accountID FROM accounts a WHERE EXISTS (SELECT 1
         FROM job_status_tellings t CROSS JOIN leads l ON l.lead = t.lead
         WHERE t.state = 'waiting' AND l.account_id = a.account_id)`,
    )
    .all()
    .map(({ accountID }) => accountID);

export const nextPendingStatus = (store: Store, accountID: AccountID): PendingStatus | null => {
  const row = store
    .prepare<[string], Omit<PendingStatus, 'status'> & { value: string | null }>(
      'jobStatus.next',
      `SELECT t.lead, l.negotiation_id AS negotiationID, t.told AS reported, t.version,
         (SELECT value FROM marks m WHERE m.lead = t.lead AND m.mark = 'jobStatus') AS value
       FROM job_status_tellings t CROSS JOIN leads l ON l.lead = t.lead
       WHERE t.state = 'waiting' AND l.account_id = ? LIMIT 1`,
    )
    .get(accountID);
  if (row === undefined) return null;
  const { value, ...rest } = row;
  const status = readStored(jobStatus, value);
  return { ...rest, status };
};

/** Saves the outcome, unless the professional has changed the status meanwhile. */
export const settleStatus = (
  store: Store,
  { lead, version }: Pick<PendingStatus, 'lead' | 'version'>,
  state: StatusState,
  more: StatusOutcome = {},
): void => {
  const params = {
    lead,
    version,
    state,
    told: more.reported ?? null,
    reason: more.reason === undefined ? null : JSON.stringify(more.reason),
  };
  store
    .prepare<[typeof params]>(
      'jobStatus.settle',
      `UPDATE job_status_tellings SET told = ifnull(@told, told),
         state = CASE version WHEN @version THEN @state ELSE state END,
         reason = CASE version WHEN @version THEN @reason ELSE reason END
       WHERE lead = @lead`,
    )
    .run(params);
};

/** Why the marketplace refused the last job status of a lead; null if it did not. */
export const jobStatusRefusal = (store: Store, lead: number): Failure | null => {
  const row = store
    .prepare<[number], { reason: string | null }>(
      'jobStatus.refusal',
      "SELECT reason FROM job_status_tellings WHERE lead = ? AND state = 'refused'",
    )
    .get(lead);
  return storedFailure(row?.reason);
};
