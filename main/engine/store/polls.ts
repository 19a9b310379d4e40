/**
 * When each lead is asked about next, by `clock.steady()`. A row that was never polled still lacks the lead's history.
 * What became due last goes first, so that the newest leads never wait behind a long backlog.
 */
import type { Store } from './store.ts';

export type DueLead = {
  readonly lead: number;
  readonly negotiationID: string;
  /** False for a stub, of which only a message is known. */
  readonly complete: boolean;
  readonly createdAt: number;
  /** When it was last asked about with success; null while its history has not been read. */
  readonly polledAt: number | null;
  readonly failures: number;
};

type Row = Omit<DueLead, 'complete'> & { readonly complete: number };

const select = `
SELECT p.lead, l.negotiation_id AS negotiationID, l.complete, l.created_at AS createdAt,
  p.polled_at AS polledAt, p.failures
FROM polls p JOIN leads l ON l.lead = p.lead`;

const dueOf = (row: Row): DueLead => ({ ...row, complete: row.complete === 1 });

/** Leads of an account whose time has come, less those that are being asked about. */
export const dueLeads = (
  store: Store,
  accountID: string,
  now: number,
  busy: readonly number[],
  limit: number,
): readonly DueLead[] =>
  store
    .prepare<[string, number, string, number], Row>(
      'polls.due',
      `${select} WHERE p.account_id = ? AND p.next_at <= ?
         AND p.lead NOT IN (SELECT value FROM json_each(?))
       ORDER BY p.next_at DESC LIMIT ?`,
    )
    .all(accountID, now, JSON.stringify(busy), limit)
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
 * Gives every lead after the number `after` a row, due since the lead was created; gives the last
 * number there is.
 */
export const adoptLeads = (store: Store, accountID: string, after: number, now: number): number =>
  store.write(() => {
    store
      .prepare<[number, string, number]>(
        'polls.adopt',
        `INSERT INTO polls (lead, account_id, next_at)
         SELECT lead, account_id, min(created_at, ?) FROM leads WHERE account_id = ? AND lead > ?
         ON CONFLICT (lead) DO NOTHING`,
      )
      .run(now, accountID, after);
    return (
      store
        .prepare<[], { last: number | null }>('polls.last', 'SELECT max(lead) AS last FROM leads')
        .get()?.last ?? 0
    );
  });

/** A lead was asked about: when it last answered, and when it is its turn again. */
export const settlePoll = (
  store: Store,
  lead: number,
  result: { readonly polledAt: number | null; readonly failures: number; readonly nextAt: number },
): void => {
  store
    .prepare<[number | null, number, number, number]>(
      'polls.settle',
      'UPDATE polls SET polled_at = ?, failures = ?, next_at = ? WHERE lead = ?',
    )
    .run(result.polledAt, result.failures, result.nextAt, lead);
};

const movedSince = `
  SELECT lead, activity_at FROM inbox WHERE archived = 0 AND activity_at > @since
  UNION ALL
  SELECT lead, activity_at FROM inbox WHERE archived = 1 AND activity_at > @since`;

/**
 * Makes the leads that moved within `movedWithin` milliseconds of `now`, the computer's time, due by
 * `by` at the latest. Among those that are due now the one that moved last goes first.
 */
export const hurryLeads = (
  store: Store,
  accountID: string,
  {
    movedWithin,
    now,
    by,
  }: { readonly movedWithin: number; readonly now: number; readonly by: number },
): void => {
  store
    .prepare<[{ accountID: string; now: number; since: number; by: number }]>(
      'polls.hurry',
      `UPDATE polls SET next_at = @by - CAST(max(0, @now - moved.activity_at) / 1000 AS INTEGER)
       FROM (${movedSince}) AS moved
       WHERE polls.lead = moved.lead AND polls.account_id = @accountID AND polls.next_at > @by
         AND polls.failures = 0
         AND (SELECT availability FROM leads WHERE lead = polls.lead) = 'here'`,
    )
    .run({ accountID, now, since: now - movedWithin, by });
};

/** Lets no lead of an account wait longer than until `latest`. */
export const bringForward = (store: Store, accountID: string, latest: number): void => {
  store
    .prepare<[number, string, number]>(
      'polls.bringForward',
      'UPDATE polls SET next_at = ? WHERE account_id = ? AND next_at > ?',
    )
    .run(latest, accountID, latest);
};

/** Whether some lead's history has not been read yet and has not failed either. */
export const lacksHistory = (store: Store, accountID: string): boolean =>
  store
    .prepare<[string]>(
      'polls.unread',
      'SELECT 1 FROM polls WHERE account_id = ? AND polled_at IS NULL AND failures = 0 LIMIT 1',
    )
    .get(accountID) !== undefined;

/** How many leads of an account have been read with their history. */
export const readLeadCount = (store: Store, accountID: string): number =>
  store
    .prepare<[string], { count: number }>(
      'polls.read',
      'SELECT count(polled_at) AS count FROM polls WHERE account_id = ?',
    )
    .get(accountID)?.count ?? 0;

/** When a lead last moved, whether it can still be asked about, and its newest message. */
export const standingOf = (
  store: Store,
  lead: number,
): {
  readonly movedAt: number;
  readonly isHere: boolean;
  /** Time of the newest message that came from the service, or null. */
  readonly newestAt: number | null;
} => {
  const row = store
    .prepare<[number], { movedAt: number; isHere: number; newestAt: number | null }>(
      'polls.standing',
      `SELECT ifnull(i.activity_at, l.created_at) AS movedAt, l.availability = 'here' AS isHere,
         (SELECT max(sent_at) FROM messages m WHERE m.lead = l.lead AND m.message_id IS NOT NULL)
           AS newestAt
       FROM leads l LEFT JOIN inbox i ON i.lead = l.lead WHERE l.lead = ?`,
    )
    .get(lead);
  return row === undefined
    ? { movedAt: 0, isHere: false, newestAt: null }
    : { ...row, isHere: row.isHere === 1 };
};
