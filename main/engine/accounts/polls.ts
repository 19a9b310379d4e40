/**
 * When each lead is asked about next, by `clock.steady()`. A row that was never read to the end of its
 * conversation still lacks the lead's history. What became due last goes first, so that the newest
 * leads never wait behind a long backlog.
 */
import { refreshInbox } from '../leads/inbox.ts';
import { setAvailability, type KnownLead } from '../leads/leads.ts';
import type { Store } from '../platform/store/store.ts';

export type DueLead = {
  readonly lead: number;
  readonly negotiationID: string;
  /** False for a stub, of which only a message is known. */
  readonly complete: boolean;
  readonly createdAt: number;
  /** False while the service is known not to give it. */
  readonly isHere: boolean;
  /**
   * Up to when its conversation has been read, by the service's own times; 0 when there was none, null
   * while its history has not been read.
   */
  readonly readTo: number | null;
  readonly failures: number;
  /** How often in a row it was not there, minutes apart, and when that was counted last. */
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

/** Leads of an account whose time has come (since a moment), less those that are being asked about. */
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

/** When the next lead of an account is due after `now`, or null. */
export const nextDueAt = (store: Store, accountID: string, now: number): number | null =>
  store
    .prepare<[string, number], { at: number | null }>(
      'polls.next',
      'SELECT min(next_at) AS at FROM polls WHERE account_id = ? AND next_at > ?',
    )
    .get(accountID, now)?.at ?? null;

/**
 * Gives a lead its row, due since it was created, so that from its first moment it is known that its
 * conversation has still to be read: a lead of a list may have been answered long ago.
 */
export const adoptLead = (
  store: Store,
  accountID: string,
  lead: number,
  createdAt: number,
  now: number,
): void => {
  store
    .prepare<[number, string, number]>(
      'polls.adoptOne',
      `INSERT INTO polls (lead, account_id, next_at) VALUES (?, ?, ?)
       ON CONFLICT (lead) DO NOTHING`,
    )
    .run(lead, accountID, Math.min(createdAt, now));
};

/** How many leads are given a row in one transaction, so that nothing else waits long for it. */
const mostAdopted = 500;

/**
 * Gives the next leads after the number `after` a row, due since the lead was created. Gives the last
 * number that was looked at, and whether there are more.
 */
export const adoptLeads = (
  store: Store,
  accountID: string,
  after: number,
  now: number,
): { readonly last: number; readonly more: boolean } =>
  store.writeAgain(() => {
    const { last, count } = store
      .prepare<[string, number, number], { last: number | null; count: number }>(
        'polls.next-to-adopt',
        `SELECT max(lead) AS last, count(*) AS count
         FROM (SELECT lead FROM leads WHERE account_id = ? AND lead > ? ORDER BY lead LIMIT ?)`,
      )
      .get(accountID, after, mostAdopted) ?? { last: null, count: 0 };
    if (last === null) return { last: after, more: false };
    store
      .prepare<[number, string, number, number]>(
        'polls.adopt',
        `INSERT INTO polls (lead, account_id, next_at)
         SELECT lead, account_id, min(created_at, ?) FROM leads
         WHERE account_id = ? AND lead > ? AND lead <= ?
         ON CONFLICT (lead) DO NOTHING`,
      )
      .run(now, accountID, after, last);
    return { last, more: count === mostAdopted };
  });

/** What a question about a lead leaves behind; what is left out stays as it is. */
export type Settled = {
  readonly nextAt: number;
  readonly readTo?: number;
  readonly failures: number;
  readonly misses: number;
  readonly missedAt: number | null;
};

/** Whether a lead's conversation has still to be read for the first time (leads/inbox-facts.ts). */
const isUnheard = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>(
      'polls.unheard',
      'SELECT 1 FROM polls WHERE lead = ? AND read_to IS NULL AND failures = 0 AND misses = 0',
    )
    .get(lead) !== undefined;

/**
 * A lead was asked about: what came of it, and when it is its turn again. Lost, it is asked about once
 * more. Returns whether its row of the inbox changed: it waited there to be read.
 */
export const settlePoll = (store: Store, lead: number, settled: Settled): boolean => {
  const { nextAt, readTo = null, failures, misses, missedAt } = settled;
  return store.writeAgain(() => {
    const wasUnheard = isUnheard(store, lead);
    store
      .prepare<[number, number | null, number, number, number | null, number]>(
        'polls.settle',
        `UPDATE polls SET next_at = ?, read_to = ifnull(?, read_to), failures = ?, misses = ?,
           missed_at = ? WHERE lead = ?`,
      )
      .run(nextAt, readTo, failures, misses, missedAt, lead);
    return wasUnheard && refreshInbox(store, lead);
  });
};

/** Whether some lead's history has not been read yet, and neither failed nor was missing. */
export const lacksHistory = (store: Store, accountID: string): boolean =>
  store
    .prepare<[string]>(
      'polls.unread',
      `SELECT 1 FROM polls WHERE account_id = ? AND read_to IS NULL AND failures = 0
         AND misses = 0 LIMIT 1`,
    )
    .get(accountID) !== undefined;

/** How many leads of an account have been read with their history. */
export const readLeadCount = (store: Store, accountID: string): number =>
  store
    .prepare<[string], { leads: number }>(
      'polls.read',
      'SELECT leads FROM read_counts WHERE account_id = ?',
    )
    .get(accountID)?.leads ?? 0;

/** As inbox.ts judges a lead `l`: nobody waits for an answer there. */
export const isCanceled = "lower(l.status) IN ('canceled', 'cancelled')";

/** When a lead last moved, whether it is over, and its newest message. */
export const activityOf = (
  store: Store,
  lead: number,
): {
  readonly movedAt: number;
  /** Whether it is canceled or archived: little can change any more. */
  readonly isSettled: boolean;
  /** Time of the newest message that came from the service, or null. */
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

/**
 * Has synchronization fetch a lead and its messages at once: `now` by `clock.steady()`. What came of
 * questions before counts no more.
 */
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

/** Makes leads due at `now`, by `clock.steady()`, unless asking about one fails or has to rest. */
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

/** Whether the service was asked about a lead in vain, once at least. */
const isMissed = (store: Store, lead: number): boolean =>
  store
    .prepare<[number]>('polls.missed', 'SELECT 1 FROM polls WHERE lead = ? AND misses > 0')
    .get(lead) !== undefined;

/**
 * Something was heard of a lead that is known: the service has it, whatever it answered before. One
 * that was missing, or about to be, is here again and asked about at once.
 * @param steady the moment by `clock.steady()`; null for a lead that cannot be asked about
 */
export const heardOf = (
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
