/** Reads the leads of a period, the latest first, except hidden ones (without an inbox row). */
import { sentByRules } from '../../leads/lead-rows.ts';
import type { Store } from '../../platform/store/store.ts';
import { selectStored } from '../../platform/store/stored.ts';

export type Arrival = {
  readonly lead: number;
  readonly at: number;
  readonly priceText: string | null;
  /** `LeadFacts` as JSON from the index: many leads have the same, so each is parsed once. */
  readonly facts: string;
  readonly firstReplyAt: number | null;
  /** The member of the team who wrote the first reply; null without a team or reply. */
  readonly firstReplyBy: string | null;
  /** Time of the first reply by a rule. */
  readonly ruleReplyAt: number | null;
  /** Job status, or null (contract/marks.ts). */
  readonly job: string | null;
  readonly reason: string | null;
  /** 1 for a lead from before the connection whose conversation has not been fetched yet. */
  readonly unheard: number;
};

export type LeadFacts = readonly [
  accountID: string,
  businessID: string,
  category: string,
  status: string,
  chargeState: string | null,
  availability: string,
];

/** A page ends before this lead. */
type Position = Pick<Arrival, 'at' | 'lead'>;

/**
 * Lists at most `limit` leads before `position` that arrived since `start`. Most leads are numbered from the latest, as
 * a first sync finds them, so that SQLite reads their inbox rows in order.
 */
export const listArrivals = (store: Store, position: Position, start: number, limit: number) =>
  store
    .prepare<[Position & { start: number; limit: number }], Arrival>(
      `SELECT l.lead, l.created_at AS at, l.price_text AS priceText,
         CAST(json_array(l.account_id, l.business_id, l.category, l.status, l.charge_state,
           l.availability) AS TEXT) AS facts, i.first_reply_at AS firstReplyAt,
         CASE WHEN i.first_reply_at IS NOT NULL AND EXISTS (SELECT 1 FROM team_cursor) THEN (
           SELECT m.person FROM messages m WHERE m.lead = l.lead AND m.side = 'business'
             AND m.automatic = 0 ORDER BY m.sent_at, m.message LIMIT 1) END AS firstReplyBy,
         CASE WHEN EXISTS (SELECT 1 FROM automatic_replies) THEN (
           SELECT min(rm.sent_at) FROM ${sentByRules} AND r.lead = l.lead AND r.kind = 'newLead')
           END AS ruleReplyAt,
         ${selectStored('i.jobStatus', '$.status')} AS job, ${selectStored('i.jobStatus', '$.reason')} AS reason,
         i.first_reply_at IS NULL AND EXISTS (SELECT 1 FROM polls p WHERE p.lead = l.lead
           AND p.read_to IS NULL AND p.failures = 0 AND p.misses = 0)
           AND l.created_at < (SELECT connected_at FROM accounts a
             WHERE a.account_id = i.account_id) AS unheard
       FROM leads l INDEXED BY leads_arrived CROSS JOIN inbox i ON i.lead = l.lead
       WHERE l.complete = 1 AND (l.created_at, l.lead) < (@at, @lead) AND l.created_at >= @start
       ORDER BY l.created_at DESC, l.lead DESC LIMIT @limit`,
    )
    .all({ ...position, start, limit });

export type RepliedLead = {
  readonly at: number;
  readonly accountID: string;
  readonly firstReplyAt: number;
};

/** Lists leads with a first reply since `since`, whenever they arrived. */
export const listRepliedSince = (store: Store, since: number): readonly RepliedLead[] =>
  store
    .prepare<[number], RepliedLead>(
      `SELECT l.created_at AS at, l.account_id AS accountID, i.first_reply_at AS firstReplyAt
       FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
       WHERE i.first_reply_at >= ? AND i.first_reply_at IS NOT NULL AND l.complete = 1`,
    )
    .all(since);

export type CountedAccount = { readonly service: string; readonly isTest: boolean };

/** Reads the accounts by id. `isPractice`: all of them are practice. */
export const readAccounts = (
  store: Store,
): { readonly byID: ReadonlyMap<string, CountedAccount>; readonly isPractice: boolean } => {
  const rows = store
    .prepare<[], { id: string; service: string; test: number; practice: number }>(
      `SELECT account_id AS id, service, practice,
         ifnull(${selectStored('profile', '$.environment')} = 'staging', 0) AS test FROM accounts`,
    )
    .all();
  return {
    byID: new Map(rows.map(({ id, service, test }) => [id, { service, isTest: test === 1 }])),
    isPractice: rows.length > 0 && rows.every(({ practice }) => practice === 1),
  };
};
