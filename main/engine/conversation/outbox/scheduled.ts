/**
 * Sends scheduled replies at the first check at which the wall clock shows their time or a later
 * one, also after sleep, shutdown or a change of the clock. From then on they are normal replies.
 */
import type { Failure } from '../../../../contract/errors.ts';
import { refreshInbox } from '../../leads/inbox.ts';
import type { Store } from '../../platform/store/store.ts';
import { searchNow } from './rows.ts';

const isScheduled = `state = 'queued' AND waits_for = 'schedule'`;

/** Returns the wall-clock time of the first scheduled reply, or null. */
export const findNextSendAt = (store: Store): number | null => {
  const sql = `SELECT min(send_at) AS at FROM outbox WHERE ${isScheduled}`;
  return store.prepare<[], { at: number | null }>(sql).get()?.at ?? null;
};

/** Dates a message after all others of its conversation. */
const moveToEnd = (store: Store, message: number, now: number): void => {
  const sql = `UPDATE messages SET sent_at = max(@now, ifnull((SELECT max(o.sent_at) + 1 FROM messages o
      WHERE o.lead = messages.lead AND o.message <> @message), 0)) WHERE message = @message`;
  store.prepare<[{ message: number; now: number }]>(sql).run({ message, now });
};

/** Makes a scheduled reply a normal one, the last message of its conversation. `now`: by the wall clock. */
export const release = (store: Store, message: number, now: number, steady: number): void => {
  const sql = `UPDATE outbox SET state = 'queued', waits_for = 'undo', undo_ms = 0, next_at = @steady,
      due_at = @steady, attempts = 0, reason = NULL, send_at = NULL, unless_answered = 0,
      known_to = (SELECT max(message) FROM messages) WHERE message = @message`;
  store.prepare<[{ message: number; steady: number }]>(sql).run({ message, steady });
  moveToEnd(store, message, now);
};

/** Releases due replies. One that another desktop may send at this time is searched for first. */
export const releaseDue = (store: Store, now: number, steady: number): readonly number[] => {
  const sql = `SELECT message, lead, attempts FROM outbox WHERE ${isScheduled} AND send_at <= ?
    ORDER BY send_at, message`;
  const due = store
    .prepare<[number], { message: number; lead: number; attempts: number }>(sql)
    .all(now);
  if (due.length === 0) return [];
  store.write(() => {
    for (const { message, lead, attempts } of due) {
      if (attempts === 0) release(store, message, now, steady);
      else {
        searchNow(store, message, steady);
        moveToEnd(store, message, now);
      }
      refreshInbox(store, lead);
    }
  });
  return due.map(({ lead }) => lead);
};

const customerWrote: Failure = {
  code: 'customer_wrote',
  message: 'The customer wrote before the reply was due.',
};

const failUnlessAnswered = `UPDATE outbox SET state = 'failed', reason = ?
  WHERE lead = ? AND ${isScheduled} AND unless_answered = 1`;

/** Fails replies that depended on the customer's silence. The caller refreshes the inbox row. */
export const holdBack = (store: Store, lead: number): void => {
  store.prepare<[string, number]>(failUnlessAnswered).run(JSON.stringify(customerWrote), lead);
};
