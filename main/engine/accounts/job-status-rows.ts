/** What each lead's marketplace has heard of its job, and is still to hear. */
import { jobStatus, type JobStatus } from '../../../contract/marks.ts';
import type { Failure } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import type { ToldJobStatus } from './service.ts';
import { readStored, storedFailure } from '../platform/store/stored.ts';

export type Telling = {
  readonly lead: number;
  readonly negotiationID: string;
  /** What the professional says now; null for nothing. */
  readonly status: JobStatus | null;
  readonly told: ToldJobStatus | null;
  readonly version: number;
};

/** How telling went; `kept` where there is nobody to tell, or no word for it. */
export type Settled = 'told' | 'refused' | 'kept';
export type Heard = { readonly told?: ToldJobStatus; readonly reason?: Failure };

/** Whether anything is to be told. */
export const isAnyToTell = (store: Store): boolean =>
  store
    .prepare<[]>(
      'jobStatus.any',
      "SELECT 1 FROM job_status_tellings WHERE state = 'waiting' LIMIT 1",
    )
    .get() !== undefined;

/** The accounts that have something to tell. */
export const accountsToTell = (store: Store): readonly AccountID[] =>
  store
    .prepare<[], { accountID: AccountID }>(
      'jobStatus.accounts',
      `SELECT a.account_id AS accountID FROM accounts a WHERE EXISTS (SELECT 1
         FROM job_status_tellings t CROSS JOIN leads l ON l.lead = t.lead
         WHERE t.state = 'waiting' AND l.account_id = a.account_id)`,
    )
    .all()
    .map(({ accountID }) => accountID);

/** The first lead of an account that has something to tell; null when none has. */
export const nextToTell = (store: Store, accountID: AccountID): Telling | null => {
  const row = store
    .prepare<[string], Omit<Telling, 'status'> & { value: string | null }>(
      'jobStatus.next',
      `SELECT t.lead, l.negotiation_id AS negotiationID, t.told, t.version,
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

/** Notes how telling went, unless the professional has said something else meanwhile. */
export const settleTelling = (
  store: Store,
  { lead, version }: Pick<Telling, 'lead' | 'version'>,
  state: Settled,
  more: Heard = {},
): void => {
  const given = {
    lead,
    version,
    state,
    told: more.told ?? null,
    reason: more.reason === undefined ? null : JSON.stringify(more.reason),
  };
  store
    .prepare<[typeof given]>(
      'jobStatus.settle',
      `UPDATE job_status_tellings SET told = ifnull(@told, told),
         state = CASE version WHEN @version THEN @state ELSE state END,
         reason = CASE version WHEN @version THEN @reason ELSE reason END
       WHERE lead = @lead`,
    )
    .run(given);
};

/** Why the marketplace did not take what was last said of a lead's job; null when it did, or has yet to. */
export const jobStatusRefusal = (store: Store, lead: number): Failure | null => {
  const row = store
    .prepare<[number], { reason: string | null }>(
      'jobStatus.refusal',
      "SELECT reason FROM job_status_tellings WHERE lead = ? AND state = 'refused'",
    )
    .get(lead);
  return storedFailure(row?.reason);
};
