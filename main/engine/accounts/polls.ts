/**
 * The poll schedule: one row a lead with its next poll time by `clock.steady()`. The lead that became due
 * last is polled first, so that the newest leads never wait behind a backlog. `read_to` is null until the
 * lead's history has been read.
 */
import { refreshInbox } from '../leads/inbox.ts';
import { setAvailability, type KnownLead } from '../leads/leads.ts';
import type { Store } from '../platform/store/store.ts';

export type DueLead = {
  readonly lead: number;
  readonly negotiationID: string;
  /** False for a stub. */
  readonly complete: boolean;
  readonly createdAt: number;
  /** False for a lead that the service no longer returns. */
  readonly isHere: boolean;
  /** Time of the last message read, by the service's clock; 0 for none, null before the first read. */
  readonly readTo: number | null;
  readonly failures: number;
  /** Consecutive misses, minutes apart, and the time of the last one. */
  readonly misses: number;
  readonly missedAt: number | null;
};

type Row = Omit<DueLead, 'complete' | 'isHere'> & {
  readonly complete: number;
  readonly isHere: number;
};

const select = `
SELECT p.lead, l.negotiation_id AS negotiationID, l.complete, l.created_at AS createdAt,
  l.availability = 'here' AS isHere, p.read_to AS readTo, p.failures, p.misses, p.missed_at AS missedAt
FROM polls p JOIN leads l ON l.lead = p.lead`;

const dueOf = (row: Row): DueLead => ({
  ...row,
  complete: row.complete === 1,
  isHere: row.isHere === 1,
});

/** Leads of an account that became due between `since` and `now`, without those being polled. */
export const dueLeads = (
  store: Store,
  accountID: string,
  now: number,
  busy: readonly number[],
  limit: number,
  since = -Infinity,
): readonly DueLead[] =>
  store
    .prepare<[string, number, number, string, number], Row>(
      'polls.due',
      `${select} WHERE p.account_id = ? AND p.next_at >= ? AND p.next_at <= ?
         AND p.lead NOT IN (SELECT value FROM json_each(?))
       ORDER BY p.next_at DESC LIMIT ?`,
    )
    .all(accountID, since, now, JSON.stringify(busy), limit)
    .map(dueOf);

/** One lead of an account, due or not. */
export const pollOf = (store: Store, accountID: string, lead: number): DueLead | null => {
  const row = store
    .prepare<[number, string], Row>('polls.get', `${select} WHERE p.lead = ? AND p.account_id = ?`)
    .get(lead, accountID);
  return row === undefined ? null : dueOf(row);
};

/** Next poll time of an account after `now`, or null. */
export const nextDueAt = (store: Store, accountID: string, now: number): number | null =>
  store
    .prepare<[string, number], { at: number | null }>(
      'polls.next',
      'SELECT min(next_at) AS at FROM polls WHERE account_id = ? AND next_at > ?',
    )
    .get(accountID, now)?.at ?? null;

/**
 * Adds the row of a lead, due since the lead was created: its conversation has to be read, because a
 * listed lead may have been answered long ago.
 */
export const addPoll = (
  store: Store,
  accountID: string,
  lead: number,
  createdAt: number,
  now: number,
): void => {
  store
    .prepare<[number, string, number]>(
      'polls.addOne',
      `INSERT INTO polls (lead, account_id, next_at) VALUES (?, ?, ?)
       ON CONFLICT (lead) DO NOTHING`,
    )
    .run(lead, accountID, Math.min(createdAt, now));
};

/** Rows added in one transaction, to keep it short. */
const mostAdded = 500;

/**
 * Adds rows for the next leads after the number `after`, due since the lead was created. Returns the last
 * number visited, and whether there are more.
 */
export const addPolls = (
  store: Store,
  accountID: string,
  after: number,
  now: number,
): { readonly last: number; readonly more: boolean } =>
  store.writeAgain(() => {
    const { last, count } = store
      .prepare<[string, number, number], { last: number | null; count: number }>(
        'polls.nextToAdd',
        `SELECT max(lead) AS last, count(*) AS count
         FROM (SELECT lead FROM leads WHERE account_id = ? AND lead > ? ORDER BY lead LIMIT ?)`,
      )
      .get(accountID, after, mostAdded) ?? { last: null, count: 0 };
    if (last === null) return { last: after, more: false };
    store
      .prepare<[number, string, number, number]>(
        'polls.add',
        `INSERT INTO polls (lead, account_id, next_at)
         SELECT lead, account_id, min(created_at, ?) FROM leads
         WHERE account_id = ? AND lead > ? AND lead <= ?
         ON CONFLICT (lead) DO NOTHING`,
      )
      .run(now, accountID, after, last);
    return { last, more: count === mostAdded };
  });

/** The outcome of a poll; `readTo` stays unchanged when omitted. */
export type PollOutcome = {
  readonly nextAt: number;
  readonly readTo?: number;
  readonly failures: number;
  readonly misses: number;
  readonly missedAt: number | null;
};

/** Whether a lead waits for the first read of its conversation (leads/inbox-facts.ts). */
const isUnread = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>(
      'polls.isUnread',
      'SELECT 1 FROM polls WHERE lead = ? AND read_to IS NULL AND failures = 0 AND misses = 0',
    )
    .get(lead) !== undefined;

/**
 * Saves the outcome of a poll and the next poll time. Losing it only repeats the poll. Returns whether the
 * inbox row changed.
 */
export const settlePoll = (store: Store, lead: number, outcome: PollOutcome): boolean => {
  const { nextAt, readTo = null, failures, misses, missedAt } = outcome;
  return store.writeAgain(() => {
    const wasUnread = isUnread(store, lead);
    store
      .prepare<[number, number | null, number, number, number | null, number]>(
        'polls.settle',
        `UPDATE polls SET next_at = ?, read_to = ifnull(?, read_to), failures = ?, misses = ?,
           missed_at = ? WHERE lead = ?`,
      )
      .run(nextAt, readTo, failures, misses, missedAt, lead);
    return wasUnread && refreshInbox(store, lead);
  });
};

/** Whether the history of any lead is still unread, failed and missing leads aside. */
export const lacksHistory = (store: Store, accountID: string): boolean =>
  store
    .prepare<[string]>(
      'polls.unread',
      `SELECT 1 FROM polls WHERE account_id = ? AND read_to IS NULL AND failures = 0
         AND misses = 0 LIMIT 1`,
    )
    .get(accountID) !== undefined;

/** Number of leads whose history has been read. */
export const readLeadCount = (store: Store, accountID: string): number =>
  store
    .prepare<[string], { leads: number }>(
      'polls.read',
      'SELECT leads FROM read_counts WHERE account_id = ?',
    )
    .get(accountID)?.leads ?? 0;

/** SQL condition on a lead `l`, the same as in leads/inbox.ts. */
export const isCanceled = "lower(l.status) IN ('canceled', 'cancelled')";

/** Last activity of a lead, whether it is over, and its newest message. */
export const activityOf = (
  store: Store,
  lead: number,
): {
  readonly movedAt: number;
  /** Whether it is canceled or archived. */
  readonly isSettled: boolean;
  /** Time of the newest message from the service, or null. */
  readonly newestAt: number | null;
} => {
  const row = store
    .prepare<[number], { movedAt: number; settled: number; newestAt: number | null }>(
      'polls.activity',
      `SELECT ifnull(i.activity_at, l.created_at) AS movedAt,
         ifnull(i.archived, 0) OR ${isCanceled} AS settled,
         (SELECT max(sent_at) FROM messages m WHERE m.lead = l.lead AND m.message_id IS NOT NULL)
           AS newestAt
       FROM leads l LEFT JOIN inbox i ON i.lead = l.lead WHERE l.lead = ?`,
    )
    .get(lead);
  return {
    movedAt: row?.movedAt ?? 0,
    isSettled: row?.settled === 1,
    newestAt: row?.newestAt ?? null,
  };
};

/** Makes a lead due at `now`, by `clock.steady()`, and resets its failures and misses. */
export const pollSoon = (store: Store, accountID: string, lead: number, now: number): void => {
  store
    .prepare<[number, string, number]>(
      'polls.soon',
      `INSERT INTO polls (lead, account_id, next_at) VALUES (?, ?, ?)
       ON CONFLICT (lead) DO UPDATE SET next_at = min(next_at, excluded.next_at),
         failures = 0, misses = 0, missed_at = NULL`,
    )
    .run(lead, accountID, now);
};

/** Makes leads due at `now`, by `clock.steady()`, except those whose polls fail. */
export const advancePolls = (store: Store, leads: readonly number[], now: number): void => {
  store
    .prepare<[{ leads: string; now: number }]>(
      'polls.advance',
      `UPDATE polls SET next_at = @now
       WHERE lead IN (SELECT value FROM json_each(@leads)) AND +next_at > @now
         AND failures = 0 AND misses = 0`,
    )
    .run({ leads: JSON.stringify(leads), now });
};

const isMissed = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>('polls.missed', 'SELECT 1 FROM polls WHERE lead = ? AND misses > 0')
    .get(lead) !== undefined;

/**
 * Marks a lead as available after the service mentioned it. If it was missing, or had misses, it is polled
 * at once. Returns whether it was missing.
 * @param steady the time by `clock.steady()`; null for a lead that cannot be polled
 */
export const markAvailable = (
  store: Store,
  accountID: string,
  { lead, availability }: KnownLead,
  now: number,
  steady: number | null,
): boolean => {
  const isBack = availability !== 'here' && setAvailability(store, lead, 'here', now);
  if (steady !== null && (isBack || isMissed(store, lead))) {
    pollSoon(store, accountID, lead, steady);
  }
  return isBack;
};
