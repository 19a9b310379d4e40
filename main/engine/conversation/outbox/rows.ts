/**
 * Rows of the outbox, one for each reply until the service has it. A row is committed as `sending` before its request,
 * so that replies that may have been sent are known after a crash (security rule 15).
 */
import type { Failure } from '../../../../contract/errors.ts';
import type { AccountID, WaitsFor } from '../../../../contract/records.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import type { Store } from '../../platform/store/store.ts';
import { selectStored } from '../../platform/store/stored.ts';

export type Outgoing = {
  readonly message: number;
  readonly lead: number;
  readonly accountID: AccountID;
  readonly negotiationID: string;
  readonly businessID: string;
  readonly text: string;
  readonly state: 'queued' | 'sending' | 'checking' | 'failed';
  readonly waitsFor: WaitsFor;
  /** Next attempt, by the steady clock. */
  readonly nextAt: number;
  readonly attempts: number;
  readonly sendAt: number | null;
  readonly unlessAnswered: 0 | 1;
  /** Highest message number when it could first be sent: messages up to it cannot be its echo. */
  readonly known: number;
  /** 1 when it failed with an unknown outcome or was restored from a backup. */
  readonly mayHaveLeft: 0 | 1;
  /** In a team, the last message that its author had seen; null once a colleague's answer no longer holds it. */
  readonly seen: number | null;
};

const select = `
SELECT o.message, o.lead, o.account_id AS accountID, l.negotiation_id AS negotiationID,
  l.business_id AS businessID, m.text,
  o.state, o.waits_for AS waitsFor, o.next_at AS nextAt, o.attempts,
  o.send_at AS sendAt, o.unless_answered AS unlessAnswered, ifnull(o.known_to, o.message) AS known, o.known_reply AS seen,
  o.state = 'failed' AND ifnull(${selectStored('o.reason', '$.code')}, '') IN ('outcome_unknown', 'restored') AS mayHaveLeft
FROM outbox o JOIN messages m ON m.message = o.message JOIN leads l ON l.lead = o.lead`;

export const findOutgoing = (store: Store, message: number): Outgoing | null =>
  store.prepare<[number], Outgoing>(`${select} WHERE o.message = ?`).get(message) ?? null;

/** Schedule of a reply; `at` is by the wall clock. `unlessAnswered`: held when the customer writes first. */
export type Later = { readonly at: number; readonly unlessAnswered: boolean };

/** The schedule of a reply; null if it has none. */
export const toLater = ({ waitsFor, sendAt, unlessAnswered }: Outgoing): Later | null =>
  waitsFor !== 'schedule' || sendAt === null
    ? null
    : { at: sendAt, unlessAnswered: unlessAnswered === 1 };

const toSchedule = (later: Later | null, waitsFor: WaitsFor) => ({
  waitsFor: later === null ? waitsFor : 'schedule',
  sendAt: later?.at ?? null,
  unlessAnswered: Number(later?.unlessAnswered ?? false),
});

/** Adds a reply that can be sent `undoMs` from now, or a scheduled one. */
export const enqueue = (
  store: Store,
  row: Pick<Outgoing, 'message' | 'lead' | 'accountID'> & {
    readonly undoMs: number;
    readonly nextAt: number;
    readonly later: Later | undefined;
    readonly seen: number | null;
  },
): void => {
  const { later, ...rest } = row;
  const sql = `INSERT INTO outbox (message, lead, account_id, state, waits_for, undo_ms, next_at, due_at,
      send_at, unless_answered, known_reply)
    VALUES (@message, @lead, @accountID, 'queued', @waitsFor, @undoMs, @nextAt, @nextAt,
      @sendAt, @unlessAnswered, @seen)`;
  store
    .prepare<[Record<string, string | number | null>]>(sql)
    .run({ ...rest, ...toSchedule(later ?? null, 'undo') });
};

/** SQL: a scheduled reply, which does not delay others. */
const selectIsScheduled = (row: string): string =>
  `(${row}state = 'queued' AND ${row}waits_for = 'schedule')`;

/** SQL: first unfailed reply of each conversation, the only one that may be sent. */
const isFirst = `o.state IN ('queued', 'checking') AND NOT ${selectIsScheduled('o.')} AND NOT EXISTS (
  SELECT 1 FROM outbox e WHERE e.lead = o.lead AND e.message < o.message AND e.state <> 'failed'
    AND NOT ${selectIsScheduled('e.')})`;

/** Lists the first waiting reply of each conversation, if it is due. */
export const listDueReplies = (store: Store, now: number): readonly Outgoing[] => {
  const sql = `${select} WHERE ${isFirst} AND o.next_at <= ? ORDER BY o.next_at, o.message`;
  return store.prepare<[number], Outgoing>(sql).all(now);
};

/** Time of the next attempt, also if overdue, of the leads that are not in `busy`. */
export const findNextDueAt = (store: Store, busy: readonly number[]): number | null =>
  store
    .prepare<[string], { at: number | null }>(
      `SELECT min(o.next_at) AS at FROM outbox o
       WHERE ${isFirst} AND o.lead NOT IN (SELECT value FROM json_each(?))`,
    )
    .get(JSON.stringify(busy))?.at ?? null;

/** Records that a reply is about to be sent. `withoutHub`: a silent hub could not grant the lead's turn. */
export const setSending = (store: Store, message: number, withoutHub: boolean): void => {
  const sql = `UPDATE outbox SET state = 'sending', attempts = attempts + 1,
      waits_for = ? WHERE message = ?`;
  store.prepare<[string, number]>(sql).run(withoutHub ? 'hub' : 'service', message);
};

/**
 * Adds another desktop's reply. `knownAt`: time of the last message that it knew; later ones can be the echo.
 * `attempts`: 1 for a scheduled one that the other desktop may send too.
 */
export const enqueueMoved = (
  store: Store,
  row: Pick<Outgoing, 'message' | 'lead' | 'accountID' | 'nextAt'> & {
    readonly state: 'queued' | 'checking';
    readonly attempts: 0 | 1;
    readonly knownAt: number;
    readonly later: Later | null;
  },
): void => {
  const { later, ...rest } = row;
  const sql = `INSERT INTO outbox (message, lead, account_id, state, waits_for, undo_ms, next_at, due_at, attempts,
      send_at, unless_answered, known_to)
    VALUES (@message, @lead, @accountID, @state, @waitsFor, 0, @nextAt, @nextAt, @attempts, @sendAt, @unlessAnswered, (SELECT
      ifnull(min(CASE WHEN sent_at > @knownAt THEN message END) - 1, max(message)) FROM messages
      WHERE lead = @lead AND written_here = 0))`;
  store
    .prepare<[Record<string, string | number | null>]>(sql)
    .run({ ...rest, ...toSchedule(later, 'service') });
};

/** Schedules a waiting reply for a later time, by the wall clock. Its own attempts did not reach the service. */
export const postpone = (store: Store, message: number, sendAt: number): void => {
  const sql = `UPDATE outbox SET state = 'queued', attempts = iif(waits_for = 'schedule', attempts, 0),
      waits_for = 'schedule', send_at = ? WHERE message = ?`;
  store.prepare<[number, number]>(sql).run(sendAt, message);
};

/** Saves the next state of a reply; an omitted `waitsFor` or `at` stays. */
export const setState = (
  store: Store,
  message: number,
  next: {
    readonly state: 'queued' | 'checking' | 'failed';
    readonly waitsFor?: WaitsFor;
    readonly at?: number;
    readonly reason?: Failure;
  },
): void => {
  const { state, waitsFor = null, at = null, reason } = next;
  const sql = `UPDATE outbox SET state = @state, waits_for = ifnull(@waitsFor, waits_for),
      next_at = ifnull(@at, next_at), reason = @reason WHERE message = @message`;
  store
    .prepare<[Record<string, string | number | null>]>(sql)
    .run({ message, state, waitsFor, at, reason: reason ? JSON.stringify(reason) : null });
};

/** Failed replies of listed leads, the latest first. */
export const listFailedReplies = (store: Store) => {
  const sql = `SELECT o.message, l.customer_name AS customerName
    FROM outbox o JOIN inbox i ON i.lead = o.lead JOIN leads l ON l.lead = o.lead
    WHERE o.state = 'failed' ORDER BY o.message DESC`;
  return store.prepare<[], { message: number; customerName: string }>(sql).all();
};

/** A reply held because the customer wrote or a colleague answered is neither waiting nor failed. */
export const readOutboxCounts = (store: Store, accountID: string) =>
  store
    .prepare<[string], { waiting: number; failed: number }>(
      `SELECT ifnull(sum(state <> 'failed'), 0) AS waiting,
         ifnull(sum(state = 'failed' AND ifnull(${selectStored('reason', '$.code')}, '')
           NOT IN ('customer_wrote', 'colleague_answered')), 0) AS failed
       FROM outbox WHERE account_id = ?`,
    )
    .get(accountID) ?? { waiting: 0, failed: 0 };

/** Fails the queued replies of a lead. The caller refreshes the inbox row. */
export const failQueued = (store: Store, lead: number, reason: Failure): void => {
  const sql = `UPDATE outbox SET state = 'failed', reason = ? WHERE lead = ? AND state = 'queued'`;
  store.prepare<[string, number]>(sql).run(JSON.stringify(reason), lead);
};

/** Schedules an immediate search for a reply at the service. */
export const searchNow = (store: Store, message: number, now: number): void => {
  const sql = `UPDATE outbox SET due_at = iif(state = 'failed' OR waits_for = 'schedule', @now, due_at),
      waits_for = iif(waits_for = 'schedule', 'service', waits_for),
      state = 'checking', next_at = @now, reason = NULL, send_at = NULL, unless_answered = 0
    WHERE message = @message`;
  store.prepare<[{ message: number; now: number }]>(sql).run({ message, now });
};

/** Fails replies in an unknown state, of a newer version, because they may have been sent. */
export const failUnknown = (store: Store, reason: Failure): void => {
  const sql = `UPDATE outbox SET state = 'failed', reason = ?
    WHERE state NOT IN ('queued', 'sending', 'checking', 'failed')`;
  store.prepare<[string]>(sql).run(JSON.stringify(reason));
};

/** Returns a reply to the queue, without undo time and earlier attempts. */
export const requeue = (store: Store, message: number, nextAt: number): void => {
  const sql = `UPDATE outbox SET state = 'queued', undo_ms = 0, next_at = @nextAt, due_at = @nextAt,
      attempts = 0, waits_for = 'undo', reason = NULL, send_at = NULL, known_reply = NULL
    WHERE message = @message`;
  store.prepare<[{ message: number; nextAt: number }]>(sql).run({ message, nextAt });
};

/** Replies that were being sent when the engine exited or failed. */
export const listInterruptedReplies = (
  store: Store,
  busy: readonly number[],
): readonly Outgoing[] => {
  const sql = `${select} WHERE o.state = 'sending' AND o.lead NOT IN (SELECT value FROM json_each(?))`;
  return store.prepare<[string], Outgoing>(sql).all(JSON.stringify(busy));
};

/** Corrects times of another clock: the undo window is never longer than promised, and other delays end. */
export const correctTimes = (store: Store, now: number): void => {
  const sql = `UPDATE outbox SET next_at = CASE WHEN state = 'queued' AND waits_for = 'undo'
      THEN @now + undo_ms ELSE @now END,
      due_at = min(due_at, @now + undo_ms)
    WHERE NOT ${selectIsScheduled('')} AND next_at > CASE WHEN state = 'queued' AND waits_for = 'undo' THEN @now + undo_ms ELSE @now END`;
  store.prepare<[{ now: number }]>(sql).run({ now });
};

/** Retries replies that wait for anything but their undo window or schedule. */
export const retryNow = (store: Store, now: number): void => {
  const sql = `UPDATE outbox SET next_at = @now WHERE next_at > @now
      AND (state = 'checking' OR (state = 'queued' AND waits_for NOT IN ('undo', 'schedule')))`;
  store.prepare<[{ now: number }]>(sql).run({ now });
};

/** Service's time of the last message that was known when a reply could first be sent, or of the lead. */
export const readKnownAt = (store: Store, row: Pick<Outgoing, 'lead' | 'known'>): number => {
  const sql = `SELECT ifnull((SELECT max(m.sent_at) FROM messages m
      WHERE m.lead = l.lead AND m.written_here = 0 AND m.message <= @known), l.created_at) AS at
    FROM leads l WHERE l.lead = @lead`;
  const { lead, known } = row;
  return store.prepare<[object], { at: number }>(sql).get({ lead, known })?.at ?? 0;
};

/** Longest clock difference between machines of the service. */
const skewMs = 15 * 60_000;

/**
 * Earliest time, by the service's clock, at which a reply can have been sent: after the last
 * message of the service when it was written, or after the lead began. This computer's clock may be
 * wrong, and an earlier reply that failed may be sent later, so neither counts.
 */
export const computeEarliestSentAt = (
  store: Store,
  row: Pick<Outgoing, 'lead' | 'known'>,
): number => readKnownAt(store, row) - skewMs;

/** Adopts the service's id and time; the row leaves the outbox. A row of the echo is deleted. */
export const confirmSent = (
  store: Store,
  row: Outgoing,
  messageID: string | null,
  sentAt: number | null,
): void => {
  const other = store
    .prepare<[string, string | null, number], { message: number; written_here: number }>(
      `SELECT message, written_here FROM messages
       WHERE account_id = ? AND message_id = ? AND message <> ?`,
    )
    .get(row.accountID, messageID, row.message);
  if (other?.written_here === 0) {
    const sql = 'DELETE FROM messages WHERE message = ?';
    store.prepare<[number]>(sql).run(other.message);
  }
  // A test client's token gets the same dummy response for every reply: the first one keeps the id.
  const ownID = other?.written_here === 1 ? null : messageID;
  const sql = 'UPDATE messages SET message_id = ?, sent_at = ifnull(?, sent_at) WHERE message = ?';
  store.prepare<[string | null, number | null, number]>(sql).run(ownID, sentAt, row.message);
  store.prepare<[number]>('DELETE FROM outbox WHERE message = ?').run(row.message);
  refreshInbox(store, row.lead);
};

/** True if a message cannot be this reply: it was known before, or is another reply. */
export const isOtherMessage = (store: Store, row: Outgoing, messageID: string): boolean =>
  store
    .prepare<[string, string, number]>(
      `SELECT 1 FROM messages WHERE account_id = ? AND message_id = ?
         AND (written_here = 1 OR message <= ?)`,
    )
    .get(row.accountID, messageID, row.known) !== undefined;

const selectPossiblySent = `${select} WHERE o.lead = ? AND (o.state IN ('sending', 'checking')
    OR (o.state = 'queued' AND o.attempts > 0) OR mayHaveLeft = 1)
  ORDER BY o.state = 'failed', o.message`;

/** Replies of a conversation that were or may have been sent, unfailed ones first. */
export const listPossiblySentReplies = (store: Store, lead: number): readonly Outgoing[] =>
  store.prepare<[number], Outgoing>(selectPossiblySent).all(lead);
