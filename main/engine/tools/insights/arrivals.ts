/**
 * The leads of a period, in the order in which they arrived, a few at a time: from an index that holds
 * what Insights counts and from their rows of the inbox. A lead without such a row (practice beside a
 * real account, a legacy lead that its v4 account has too) is no lead here either.
 */
import type { Store } from '../../platform/store/store.ts';
import { storedAt } from '../../platform/store/stored.ts';

export type Arrival = {
  readonly lead: number;
  readonly at: number;
  readonly accountID: string;
  readonly businessID: string;
  readonly category: string;
  /** Of one without a first reply; else null. */
  readonly status: string | null;
  readonly priceText: string | null;
  readonly chargeState: string | null;
  /** Null for one that is here. */
  readonly missing: string | null;
  readonly firstReplyAt: number | null;
  /** What the mark says of the job (contract/marks.ts); null where nothing was said. */
  readonly job: string | null;
  readonly reason: string | null;
  /** 1 for one of before its account was connected while its conversation has still to be read, and can be. */
  readonly unheard: number;
};

/** Where to go on: behind a lead. */
type Place = Pick<Arrival, 'at' | 'lead'>;

/** The next leads that arrived behind a place and before `end`, at most `limit`. */
export const arrivalsAfter = (
  store: Store,
  place: Place,
  end: number,
  limit: number,
): readonly Arrival[] =>
  store
    .prepare<[Place & { end: number; limit: number }], Arrival>(
      'insights.arrivals',
      `SELECT l.lead, l.created_at AS at, l.account_id AS accountID, l.business_id AS businessID,
         l.category, CASE WHEN i.first_reply_at IS NULL THEN l.status END AS status,
         l.price_text AS priceText, l.charge_state AS chargeState,
         nullif(l.availability, 'here') AS missing, i.first_reply_at AS firstReplyAt,
         ${storedAt('i.jobStatus', '$.status')} AS job, ${storedAt('i.jobStatus', '$.reason')} AS reason,
         i.first_reply_at IS NULL AND EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead
           AND p.read_to IS NULL AND p.failures = 0 AND p.misses = 0)
           AND l.created_at < (SELECT connected_at FROM accounts a
             WHERE a.account_id = l.account_id) AS unheard
       FROM leads l INDEXED BY leads_arrived CROSS JOIN inbox i ON i.lead = l.lead
       WHERE l.complete = 1 AND (l.created_at, l.lead) > (@at, @lead) AND l.created_at < @end
       ORDER BY l.created_at, l.lead LIMIT @limit`,
    )
    .all({ ...place, end, limit });

/** A lead with a first reply. */
export type Replied = Pick<Arrival, 'at' | 'accountID'> & {
  readonly firstReplyAt: number;
};

/** The leads that had their first reply since a moment, whenever they arrived. */
export const repliedSince = (store: Store, since: number): readonly Replied[] =>
  store
    .prepare<[number], Replied>(
      'insights.repliedSince',
      `SELECT l.created_at AS at, l.account_id AS accountID, i.first_reply_at AS firstReplyAt
       FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
       WHERE i.first_reply_at >= ? AND i.first_reply_at IS NOT NULL AND l.complete = 1`,
    )
    .all(since);

export type CountedAccount = { readonly service: string; readonly isTest: boolean };

/** What the accounts are whose leads there may be, by their ids; and whether only practice is there. */
export const accountsToCount = (
  store: Store,
): { readonly byID: ReadonlyMap<string, CountedAccount>; readonly isPractice: boolean } => {
  const rows = store
    .prepare<[], { id: string; service: string; test: number; practice: number }>(
      'insights.accounts',
      `SELECT account_id AS id, service, practice,
         ifnull(${storedAt('profile', '$.environment')} = 'staging', 0) AS test FROM accounts`,
    )
    .all();
  return {
    byID: new Map(rows.map(({ id, service, test }) => [id, { service, isTest: test === 1 }])),
    isPractice: rows.length > 0 && rows.every(({ practice }) => practice === 1),
  };
};
