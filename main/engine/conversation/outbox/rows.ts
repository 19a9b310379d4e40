/**
 * Rows of the outbox, one for each reply until the service has it. A row is committed as
 * `sending` before its request, so that after a crash the replies that may have been sent are
 * known (security rule 15).
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { AccountID, WaitsFor } from '../../../../contract/records.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import type { Store } from '../../platform/store/store.ts';
import { storedAt } from '../../platform/store/stored.ts';

export type Outgoing = {
  readonly message: number;
  readonly lead: number;
  readonly accountID: AccountID;
  readonly negotiationID: string;
  readonly businessID: string;
  readonly text: string;
  readonly state: 'queued' | 'sending' | 'checking' | 'failed';
  readonly waitsFor: WaitsFor;
  /** Time of the next attempt, by `clock.steady()`. */
  readonly nextAt: number;
  /** Times that it was or may have been sent. */
  readonly attempts: number;
  /** Scheduled time by the computer's clock, or null. */
  readonly sendAt: number | null;
  /** Highest message number when it could first be sent. */
  readonly known: number;
  /** 1 when it failed with an unknown outcome. */
  readonly mayHaveLeft: 0 | 1;
};

const select = `
SELECT o.message, o.lead, o.account_id AS accountID, l.negotiation_id AS negotiationID,
  l.business_id AS businessID, m.text,
  o.state, o.waits_for AS waitsFor, o.next_at AS nextAt, o.attempts,
  o.send_at AS sendAt, ifnull(o.known_to, o.message) AS known,
  o.state = 'failed' AND ifnull(${storedAt('o.reason', '$.code')}, '') IN ('outcome_unknown', 'restored') AS mayHaveLeft
FROM outbox o JOIN messages m ON m.message = o.message JOIN leads l ON l.lead = o.lead`;

export const outgoing = (store: Store, message: number): Outgoing | null =>
  store.prepare<[number], Outgoing>('outbox.get', `${select} WHERE o.message = ?`).get(message) ??
  null;

/**
 * Scheduled time by the computer's clock, and whether it is held when the customer writes first.
 */
export type Later = { readonly at: number; readonly unlessAnswered: boolean };

/** Adds a reply that can be sent `undoMs` from now, or a scheduled one. */
export const enqueue = (
  store: Store,
  row: Pick<Outgoing, 'message' | 'lead' | 'accountID'> & {
    readonly undoMs: number;
    readonly nextAt: number;
    readonly later: Later | null;
  },
): void => {
  const { later, ...rest } = row;
  store
    .prepare<[Record<string, string | number | null>]>(
      'outbox.add',
      `INSERT INTO outbox (message, lead, account_id, state, waits_for, undo_ms, next_at, due_at,
         send_at, unless_answered)
       VALUES (@message, @lead, @accountID, 'queued', @waitsFor, @undoMs, @nextAt, @nextAt,
         @sendAt, @unlessAnswered)`,
    )
    .run({
      ...rest,
      waitsFor: later === null ? 'undo' : 'schedule',
      sendAt: later?.at ?? null,
      unlessAnswered: Number(later?.unlessAnswered ?? false),
    });
};

/** A scheduled reply does not delay others. */
const isScheduled = (row: string): string =>
  `(${row}state = 'queued' AND ${row}waits_for = 'schedule')`;

/** SQL: first unfailed reply of each conversation, the only one that may be sent. */
const isHead = `o.state IN ('queued', 'checking') AND NOT ${isScheduled('o.')} AND NOT EXISTS (
  SELECT 1 FROM outbox e WHERE e.lead = o.lead AND e.message < o.message AND e.state <> 'failed'
    AND NOT ${isScheduled('e.')})`;

/** Returns the first replies that are due. */
export const dueHeads = (store: Store, now: number): readonly Outgoing[] =>
  store
    .prepare<[number], Outgoing>(
      'outbox.due',
      `${select} WHERE ${isHead} AND o.next_at <= ? ORDER BY o.next_at, o.message`,
    )
    .all(now);

/**
 * Returns the time of the next attempt, also if overdue; null when none waits. Leads in `busy`
 * are skipped.
 */
export const nextDueAt = (store: Store, busy: readonly number[]): number | null =>
  store
    .prepare<[string], { at: number | null }>(
      'outbox.nextDue',
      `SELECT min(o.next_at) AS at FROM outbox o
       WHERE ${isHead} AND o.lead NOT IN (SELECT value FROM json_each(?))`,
    )
    .get(JSON.stringify(busy))?.at ?? null;

/** Marks a reply as sending. */
export const beginSending = (store: Store, message: number): void => {
  store
    .prepare<[number]>(
      'outbox.begin',
      `UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE message = ?`,
    )
    .run(message);
};

export const setQueued = (
  store: Store,
  message: number,
  waitsFor: Outgoing['waitsFor'],
  nextAt: number,
): void => {
  store
    .prepare<[string, number, number]>(
      'outbox.queued',
      `UPDATE outbox SET state = 'queued', waits_for = ?, next_at = ?, reason = NULL WHERE message = ?`,
    )
    .run(waitsFor, nextAt, message);
};

export const setChecking = (store: Store, message: number, nextAt: number): void => {
  store
    .prepare<[number, number]>(
      'outbox.checking',
      `UPDATE outbox SET state = 'checking', next_at = ?, reason = NULL WHERE message = ?`,
    )
    .run(nextAt, message);
};

export const setFailed = (store: Store, message: number, reason: Failure): void => {
  store
    .prepare<[string, number]>(
      'outbox.failed',
      `UPDATE outbox SET state = 'failed', reason = ? WHERE message = ?`,
    )
    .run(JSON.stringify(reason), message);
};

/** Returns failed replies of listed leads, the latest first. */
export const failedReplies = (
  store: Store,
): readonly { readonly message: number; readonly customerName: string }[] =>
  store
    .prepare<[], { message: number; customerName: string }>(
      'outbox.allFailed',
      `SELECT o.message, l.customer_name AS customerName
       FROM outbox o JOIN inbox i ON i.lead = o.lead JOIN leads l ON l.lead = o.lead
       WHERE o.state = 'failed' ORDER BY o.message DESC`,
    )
    .all();

/** Fails the queued replies of a lead. The caller refreshes the inbox row. */
export const failQueued = (store: Store, lead: number, reason: Failure): void => {
  store
    .prepare<[string, number]>(
      'outbox.failQueued',
      `UPDATE outbox SET state = 'failed', reason = ? WHERE lead = ? AND state = 'queued'`,
    )
    .run(JSON.stringify(reason), lead);
};

/** Schedules a search for a reply at `now`. */
export const lookNow = (store: Store, message: number, now: number): void => {
  store
    .prepare<[{ message: number; now: number }]>(
      'outbox.lookNow',
      `UPDATE outbox SET due_at = CASE state WHEN 'failed' THEN @now ELSE due_at END,
         state = 'checking', next_at = @now, reason = NULL, send_at = NULL, unless_answered = 0
       WHERE message = @message`,
    )
    .run({ message, now });
};

/** Fails replies in an unknown state (of a newer version), because they may have been sent. */
export const failUnknown = (store: Store, reason: Failure): void => {
  store
    .prepare<[string]>(
      'outbox.failUnknown',
      `UPDATE outbox SET state = 'failed', reason = ?
       WHERE state NOT IN ('queued', 'sending', 'checking', 'failed')`,
    )
    .run(JSON.stringify(reason));
};

/** Queues a failed reply again, at `nextAt`. */
export const requeue = (store: Store, message: number, nextAt: number): void => {
  store
    .prepare<[{ message: number; nextAt: number }]>(
      'outbox.requeue',
      `UPDATE outbox SET state = 'queued', undo_ms = 0, next_at = @nextAt, due_at = @nextAt,
         attempts = 0, waits_for = 'undo', reason = NULL WHERE message = @message`,
    )
    .run({ message, nextAt });
};

/** Returns replies that were being sent when the engine ended or failed. */
export const interrupted = (store: Store, busy: readonly number[]): readonly Outgoing[] =>
  store
    .prepare<[string], Outgoing>(
      'outbox.interrupted',
      `${select} WHERE o.state = 'sending' AND o.lead NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(busy));

/**
 * Corrects times of an earlier engine, whose clock may have differed: the undo window is never
 * longer than promised, and other delays are retried.
 */
export const adoptTimes = (store: Store, now: number): void => {
  store
    .prepare<[{ now: number }]>(
      'outbox.adoptTimes',
      `UPDATE outbox SET next_at = CASE WHEN state = 'queued' AND waits_for = 'undo'
         THEN @now + undo_ms ELSE @now END,
         due_at = min(due_at, @now + undo_ms)
       WHERE NOT ${isScheduled('')} AND next_at > CASE WHEN state = 'queued' AND waits_for = 'undo' THEN @now + undo_ms ELSE @now END`,
    )
    .run({ now });
};

/** Retries replies that wait for the network, the grant or a search. */
export const retryNow = (store: Store, now: number): void => {
  store
    .prepare<[{ now: number }]>(
      'outbox.hurry',
      `UPDATE outbox SET next_at = @now WHERE next_at > @now
         AND (state = 'checking' OR (state = 'queued' AND waits_for NOT IN ('undo', 'schedule')))`,
    )
    .run({ now });
};

/** Possible clock difference between machines of the service. */
const skewMs = 15 * 60_000;

/**
 * Returns the earliest time, by the service's clock, at which a reply can have been sent: after
 * the last message of the service when it was written, or after the lead began. This computer's
 * clock may be wrong and is not used. Neither are other replies, because one that failed before
 * may be sent later.
 */
export const earliestSentAt = (store: Store, row: Pick<Outgoing, 'lead' | 'known'>): number => {
  const heard = store
    .prepare<[{ lead: number; known: number }], { at: number }>(
      'outbox.earliest',
      `SELECT ifnull((SELECT max(m.sent_at) FROM messages m
         WHERE m.lead = l.lead AND m.written_here = 0 AND m.message <= @known), l.created_at) AS at
       FROM leads l WHERE l.lead = @lead`,
    )
    .get({ lead: row.lead, known: row.known });
  return (heard?.at ?? 0) - skewMs;
};

/**
 * Confirms a reply: it adopts the id and time of the service and leaves the outbox. A row that
 * the echo inserted is deleted. Refreshes the inbox row.
 */
export const confirmSent = (
  store: Store,
  row: Outgoing,
  messageID: string | null,
  sentAt: number | null,
): void => {
  const other = store
    .prepare<[string, string | null, number], { message: number; written_here: number }>(
      'outbox.twin',
      `SELECT message, written_here FROM messages
       WHERE account_id = ? AND message_id = ? AND message <> ?`,
    )
    .get(row.accountID, messageID, row.message);
  if (other?.written_here === 0) {
    store
      .prepare<[number]>('outbox.dropTwin', 'DELETE FROM messages WHERE message = ?')
      .run(other.message);
  }
  // A test client's token gets the same dummy response for every reply, so the first one keeps
  // the id.
  const ownID = other?.written_here === 1 ? null : messageID;
  store
    .prepare<[string | null, number | null, number]>(
      'outbox.confirm',
      'UPDATE messages SET message_id = ?, sent_at = ifnull(?, sent_at) WHERE message = ?',
    )
    .run(ownID, sentAt, row.message);
  store.prepare<[number]>('outbox.remove', 'DELETE FROM outbox WHERE message = ?').run(row.message);
  refreshInbox(store, row.lead);
};

/**
 * Whether a message of the service cannot be the reply: it was known before, or is another reply.
 */
export const isAnother = (store: Store, row: Outgoing, messageID: string): boolean =>
  store
    .prepare<[string, string, number]>(
      'outbox.another',
      `SELECT 1 FROM messages WHERE account_id = ? AND message_id = ?
         AND (written_here = 1 OR message <= ?)`,
    )
    .get(row.accountID, messageID, row.known) !== undefined;

/** Returns the replies of a conversation that were or may have been sent, unfailed ones first. */
export const leavingReplies = (store: Store, lead: number): readonly Outgoing[] =>
  store
    .prepare<[number], Outgoing>(
      'outbox.leaving',
      `${select} WHERE o.lead = ? AND (o.state IN ('sending', 'checking')
         OR (o.state = 'queued' AND o.attempts > 0) OR mayHaveLeft = 1)
       ORDER BY o.state = 'failed', o.message`,
    )
    .all(lead);
