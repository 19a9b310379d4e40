/**
 * The poll schedule: one row per lead, with times by `clock.steady()`. The lead that became due last
 * is polled first, so that the newest leads never wait behind a backlog.
 */
import { refreshInbox } from '../leads/inbox.ts';
import { setAvailability, type KnownLead } from '../leads/leads.ts';
import type { Store } from '../platform/store/store.ts';

export type DueLead = {
  readonly lead: number;
  readonly negotiationID: string;
  readonly complete: 0 | 1;
  readonly createdAt: number;
  /** 0 for a lead that the service no longer returns. */
  readonly isHere: 0 | 1;
  /** By the service's clock; 0 when there is no message, null before the first read. */
  readonly readTo: number | null;
  readonly failures: number;
  readonly misses: number;
  readonly missedAt: number | null;
};

const select = `
SELECT p.lead, l.negotiation_id AS negotiationID, l.complete, l.created_at AS createdAt,
  l.availability = 'here' AS isHere, p.read_to AS readTo, p.failures, p.misses, p.missed_at AS missedAt
FROM polls p JOIN leads l ON l.lead = p.lead`;

/** Lists leads that became due between `since` and `now`, without those in `busy`. */
export const listDueLeads = (
  store: Store,
  accountID: string,
  now: number,
  busy: readonly number[],
  limit: number,
  since = -Infinity,
): readonly DueLead[] => {
  const sql = `${select} WHERE p.account_id = ? AND p.next_at >= ? AND p.next_at <= ?
      AND p.lead NOT IN (SELECT value FROM json_each(?))
    ORDER BY p.next_at DESC LIMIT ?`;
  return store
    .prepare<[string, number, number, string, number], DueLead>(sql)
    .all(accountID, since, now, JSON.stringify(busy), limit);
};

export const findPoll = (store: Store, accountID: string, lead: number): DueLead | null => {
  const sql = `${select} WHERE p.lead = ? AND p.account_id = ?`;
  return store.prepare<[number, string], DueLead>(sql).get(lead, accountID) ?? null;
};

export const readNextDueAt = (store: Store, accountID: string, now: number): number | null =>
  store
    .prepare<[string, number], { at: number | null }>(
      'SELECT min(next_at) AS at FROM polls WHERE account_id = ? AND next_at > ?',
    )
    .get(accountID, now)?.at ?? null;

/** Adds a lead, due since its creation: one answered long ago must be read too. */
export const addPoll = (
  store: Store,
  accountID: string,
  lead: number,
  createdAt: number,
  now: number,
): void => {
  const sql = `INSERT INTO polls (lead, account_id, next_at) VALUES (?, ?, ?)
    ON CONFLICT (lead) DO NOTHING`;
  store.prepare<[number, string, number]>(sql).run(lead, accountID, Math.min(createdAt, now));
};

/** Records that a conversation was read up to a time of the service, unless it was read here. */
export const recordReadTo = (store: Store, lead: number, to: number): void => {
  const sql = 'UPDATE polls SET read_to = ? WHERE lead = ? AND read_to IS NULL';
  store.prepare<[number, number]>(sql).run(to, lead);
};

const maxAdded = 500;

/** Adds rows for the leads after the number `after`, due since their creation. */
export const addPolls = (store: Store, accountID: string, after: number, now: number) =>
  store.writeRepeatable((): { readonly last: number; readonly more: boolean } => {
    const { last, count } = store
      .prepare<[string, number, number], { last: number | null; count: number }>(
        `SELECT max(lead) AS last, count(*) AS count
         FROM (SELECT lead FROM leads WHERE account_id = ? AND lead > ? ORDER BY lead LIMIT ?)`,
      )
      .get(accountID, after, maxAdded) ?? { last: null, count: 0 };
    if (last === null) return { last: after, more: false };
    const sql = `INSERT INTO polls (lead, account_id, next_at)
      SELECT lead, account_id, min(created_at, ?) FROM leads
      WHERE account_id = ? AND lead > ? AND lead <= ?
      ON CONFLICT (lead) DO NOTHING`;
    store.prepare<[number, string, number, number]>(sql).run(now, accountID, after, last);
    return { last, more: count === maxAdded };
  });

export type PollOutcome = Pick<DueLead, 'failures' | 'misses' | 'missedAt'> & {
  readonly nextAt: number;
  readonly readTo?: number;
};

/** True if a lead waits for the first read of its conversation, without failures (leads/inbox-facts.ts). */
const isUnread = (store: Store, lead: number): boolean => {
  const sql =
    'SELECT 1 FROM polls WHERE lead = ? AND read_to IS NULL AND failures = 0 AND misses = 0';
  return store.prepare<[number]>(sql).get(lead) !== undefined;
};

/** Stores a poll's outcome, in the current transaction. Returns true if the inbox row depends on it. */
export const storeOutcome = (store: Store, lead: number, outcome: PollOutcome): boolean => {
  const { nextAt, readTo = null, failures, misses, missedAt } = outcome;
  const wasUnread = isUnread(store, lead);
  const sql = `UPDATE polls SET next_at = ?, read_to = ifnull(?, read_to), failures = ?, misses = ?,
      missed_at = ? WHERE lead = ?`;
  store
    .prepare<[number, number | null, number, number, number | null, number]>(sql)
    .run(nextAt, readTo, failures, misses, missedAt, lead);
  return wasUnread;
};

/** Stores a poll's outcome; losing it only repeats the poll. Returns true if the inbox row changed. */
export const settlePoll = (store: Store, lead: number, outcome: PollOutcome): boolean =>
  store.writeRepeatable(() => storeOutcome(store, lead, outcome) && refreshInbox(store, lead));

/** True if the history of any lead is still unread, failed and missing leads aside. */
export const lacksHistory = (store: Store, accountID: string): boolean => {
  const sql = `SELECT 1 FROM polls WHERE account_id = ? AND read_to IS NULL AND failures = 0
      AND misses = 0 LIMIT 1`;
  return store.prepare<[string]>(sql).get(accountID) !== undefined;
};

/** Counts the leads whose conversation has been read. */
export const countReadLeads = (store: Store, accountID: string): number => {
  const sql = 'SELECT leads FROM read_counts WHERE account_id = ?';
  return store.prepare<[string], { leads: number }>(sql).get(accountID)?.leads ?? 0;
};

/** SQL condition on a lead `l`; must match `isCanceled` in leads/inbox.ts. */
export const isCanceled = "lower(l.status) IN ('canceled', 'cancelled')";

type Activity = {
  readonly activityAt: number;
  /** 1 when it is canceled or archived. */
  readonly isSettled: 0 | 1;
  readonly newestAt: number | null;
};

/** Returns a lead's last activity, which determines its poll interval. Its inbox row may be outdated. */
export const readActivity = (store: Store, lead: number): Activity => {
  const sql = `SELECT max(l.created_at,
        ifnull((SELECT max(sent_at) FROM messages m WHERE m.lead = l.lead), 0)) AS activityAt,
      EXISTS (SELECT 1 FROM marks k WHERE k.lead = l.lead AND k.mark = 'archived')
        OR ${isCanceled} AS isSettled,
      (SELECT max(sent_at) FROM messages m WHERE m.lead = l.lead AND m.message_id IS NOT NULL)
        AS newestAt
    FROM leads l WHERE l.lead = ?`;
  const found = store.prepare<[number], Activity>(sql).get(lead);
  return found ?? { activityAt: 0, isSettled: 0, newestAt: null };
};

/** Makes a lead due at `now` at the latest; resets its failures and misses. */
export const pollSoon = (store: Store, accountID: string, lead: number, now: number): void => {
  const sql = `INSERT INTO polls (lead, account_id, next_at) VALUES (?, ?, ?)
    ON CONFLICT (lead) DO UPDATE SET next_at = min(next_at, excluded.next_at),
      failures = 0, misses = 0, missed_at = NULL`;
  store.prepare<[number, string, number]>(sql).run(lead, accountID, now);
};

const hourMs = 60 * 60_000;

/** Makes a missing lead that a list shows due at most an hour after its last miss: lists are read every minute. */
export const pollListed = (store: Store, lead: number, now: number): void => {
  const sql = `UPDATE polls SET next_at = min(next_at, ifnull(missed_at + ${hourMs}, ?))
    WHERE lead = ? AND failures = 0`;
  store.prepare<[number, number]>(sql).run(now, lead);
};

/** Makes leads due at `now`, except those whose last poll failed or missed. */
export const advancePolls = (store: Store, leads: readonly number[], now: number): void => {
  const sql = `UPDATE polls SET next_at = @now
    WHERE lead IN (SELECT value FROM json_each(@leads)) AND +next_at > @now
      AND failures = 0 AND misses = 0`;
  store.prepare<[{ leads: string; now: number }]>(sql).run({ leads: JSON.stringify(leads), now });
};

/** True if the service has refused the lead's last poll. */
export const isMissed = (store: Store, lead: number): boolean =>
  store.prepare<[number]>('SELECT 1 FROM polls WHERE lead = ? AND misses > 0').get(lead) !==
  undefined;

/**
 * Marks a lead that the service mentioned as available. Makes it due if it was missing or had misses,
 * unless `steady` is null. Returns true if it was missing.
 */
export const markAvailable = (
  store: Store,
  accountID: string,
  { lead, availability }: KnownLead,
  now: number,
  steady: number | null,
): boolean => {
  const isBack = availability !== 'here' && setAvailability(store, lead, 'here', now);
  if (steady !== null && (isBack || isMissed(store, lead)))
    pollSoon(store, accountID, lead, steady);
  return isBack;
};
