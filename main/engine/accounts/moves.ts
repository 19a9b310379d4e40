/** Stores the progress of moves from legacy accounts, and the leads that were merged. */
import type { Failure } from '../../../contract/errors.ts';
import type { AccountID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStoredFailure } from '../platform/store/stored.ts';

export type MoveRow = {
  readonly from: AccountID;
  readonly profileID: string | null;
  readonly to: AccountID | null;
  readonly withoutWebhooks: boolean;
  /** Leads with lower numbers are still to be matched; null for all. */
  readonly beforeLead: number | null;
  readonly matched: number;
  readonly kept: number;
  readonly reason: Failure | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
};

type Row = Omit<MoveRow, 'withoutWebhooks' | 'reason'> & {
  readonly withoutWebhooks: number;
  readonly reason: string | null;
};

export const findMove = (store: Store, from: AccountID): MoveRow | null => {
  const sql = `SELECT from_account AS "from", profile_id AS profileID, to_account AS "to",
      without_webhooks AS withoutWebhooks, before_lead AS beforeLead, matched, kept, reason,
      started_at AS startedAt, finished_at AS finishedAt
    FROM moves WHERE from_account = ?`;
  const row = store.prepare<[string], Row>(sql).get(from);
  if (row === undefined) return null;
  return {
    ...row,
    withoutWebhooks: row.withoutWebhooks === 1,
    reason: readStoredFailure(row.reason),
  };
};

export const putMove = (store: Store, move: MoveRow): void => {
  const sql = `INSERT OR REPLACE INTO moves (from_account, profile_id, to_account, without_webhooks,
      before_lead, matched, kept, reason, started_at, finished_at)
    VALUES (@from, @profileID, @to, @withoutWebhooks, @beforeLead, @matched, @kept, @reason,
      @startedAt, @finishedAt)`;
  store.prepare<[Record<string, string | number | null>]>(sql).run({
    ...move,
    withoutWebhooks: move.withoutWebhooks ? 1 : 0,
    reason: move.reason === null ? null : JSON.stringify(move.reason),
  });
};

export type LegacyLead = {
  readonly lead: number;
  readonly negotiationID: string;
  readonly record: string | null;
};

const aboveAll = Number.MAX_SAFE_INTEGER;

const createLeadQuery =
  (isWanted: string) =>
  (store: Store, accountID: AccountID, before: number | null): LegacyLead | null => {
    const sql = `SELECT lead, negotiation_id AS negotiationID, record FROM leads
      WHERE account_id = ? AND lead < ? AND ${isWanted} ORDER BY lead DESC LIMIT 1`;
    return (
      store.prepare<[string, number], LegacyLead>(sql).get(accountID, before ?? aboveAll) ?? null
    );
  };

export const findNextLead = createLeadQuery('true');

/** Finds the newest lead below `before` that is not known to be missing. */
export const findNextRefused = createLeadQuery("availability = 'here'");

/** Counts the undecided leads: those below `before`, and visited ones not known to be missing. */
export const countUndecidedLeads = (
  store: Store,
  accountID: AccountID,
  before: number | null,
): number =>
  store
    .prepare<[{ accountID: string; before: number }], { total: number }>(
      `SELECT (SELECT count(*) FROM leads WHERE account_id = @accountID)
         - (SELECT count(*) FROM leads
            WHERE account_id = @accountID AND availability <> 'here' AND lead >= @before) AS total`,
    )
    .get({ accountID, before: before ?? aboveAll })?.total ?? 0;

/** Finds the account's lead of the same request to the same business as a legacy lead. */
export const findLeadOfRequest = (
  store: Store,
  accountID: AccountID,
  { record }: LegacyLead,
): number | null =>
  store
    .prepare<[{ accountID: string; record: string | null }], { lead: number }>(
      `SELECT lead FROM leads WHERE json_valid(@record) AND account_id = @accountID
         AND business_id = CAST(@record ->> '$.business.businessID' AS TEXT)
         AND CAST(record ->> '$.request.requestID' AS TEXT)
           = CAST(@record ->> '$.request.requestID' AS TEXT) LIMIT 1`,
    )
    .get({ accountID, record })?.lead ?? null;

/** Records that `from` was merged into `lead` and deleted. */
export const putMovedLead = (
  store: Store,
  from: LegacyLead & { readonly accountID: string },
  lead: number,
  movedAt: number,
): void => {
  const sql = `INSERT INTO moved_leads (was, lead, from_account, negotiation_id, record, moved_at)
    VALUES (?, ?, ?, ?, ?, ?)`;
  store
    .prepare<[number, number, string, string, string | null, number]>(sql)
    .run(from.lead, lead, from.accountID, from.negotiationID, from.record, movedAt);
};

/** True if a lead has left its legacy account and is now in the account that it was moved to. */
export const isMovedAway = (store: Store, accountID: string, negotiationID: string): boolean =>
  store
    .prepare<[{ accountID: string; negotiationID: string }], { found: 1 }>(
      `SELECT 1 AS found
       WHERE NOT EXISTS (SELECT 1 FROM leads
           WHERE account_id = @accountID AND negotiation_id = @negotiationID)
         AND (EXISTS (SELECT 1 FROM moved_leads
             WHERE from_account = @accountID AND negotiation_id = @negotiationID)
           OR EXISTS (SELECT 1 FROM leads JOIN moves ON account_id = to_account
             WHERE from_account = @accountID AND negotiation_id = @negotiationID))`,
    )
    .get({ accountID, negotiationID }) !== undefined;

export const findMergeTarget = (store: Store, lead: number): number | null => {
  const sql = 'SELECT lead FROM moved_leads WHERE was = ?';
  return store.prepare<[number], { lead: number }>(sql).get(lead)?.lead ?? null;
};
