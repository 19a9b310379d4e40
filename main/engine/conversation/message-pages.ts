/**
 * Pages of a conversation as shown: single messages, those around a place, and pages in both
 * directions. The outbox provides the progress of own messages.
 */
import {
  attachment,
  waitsFor,
  type Message,
  type Sending,
  type Side,
  type WaitsFor,
} from '../../../contract/records.ts';
import { recognized } from './automatic.ts';
import { leadIDOf, messageIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import {
  readStoredList,
  storedFailure,
  storedSide,
  storedWord,
  unreadableFailure,
} from '../platform/store/stored.ts';

type Row = {
  readonly message: number;
  readonly lead: number;
  readonly side: Side;
  readonly author: string;
  readonly text: string;
  readonly attachments: string | null;
  readonly sent_at: number;
  readonly written_here: number;
  readonly automatic: number;
  readonly state: 'queued' | 'sending' | 'checking' | 'failed' | null;
  readonly next_at: number | null;
  readonly due_at: number | null;
  readonly waits_for: WaitsFor | null;
  readonly send_at: number | null;
  readonly unless_answered: number | null;
  readonly reason: string | null;
};

const rows = `
SELECT m.message, m.lead, m.side, m.author, m.text, m.attachments, m.sent_at, m.written_here, m.automatic,
  o.state, o.next_at, o.due_at, o.waits_for, o.send_at, o.unless_answered, o.reason
FROM messages m LEFT JOIN outbox o ON o.message = m.message`;

const sendingOf = (row: Row, ahead: number): Sending | null => {
  switch (row.state) {
    case 'queued':
      if (row.send_at !== null) {
        return {
          state: 'queued',
          waitsFor: 'schedule',
          notBefore: row.send_at,
          unlessAnswered: row.unless_answered === 1,
        };
      }
      return {
        state: 'queued',
        notBefore: (row.next_at ?? 0) + ahead,
        waitsFor: storedWord(waitsFor.options, row.waits_for, 'service'),
      };
    case 'sending':
    case 'checking':
      return { state: row.state, since: (row.due_at ?? 0) + ahead };
    case 'failed':
      return { state: 'failed', reason: storedFailure(row.reason) ?? unreadableFailure };
    case null:
      return row.written_here === 1 ? { state: 'sent' } : null;
  }
};

const messageOf = (row: Row, ahead: number): Message => ({
  messageID: messageIDOf(row.message),
  leadID: leadIDOf(row.lead),
  side: storedSide(row.side),
  author: row.author,
  text: row.text,
  attachments: [...readStoredList(attachment, row.attachments)],
  at: row.sent_at,
  automatic: row.automatic === recognized,
  sending: sendingOf(row, ahead),
});

/** Returns the messages of a lead with attachments, oldest first. */
export const messagesWithFiles = (
  store: Store,
  lead: number,
): readonly Pick<Message, 'messageID' | 'side' | 'at' | 'attachments'>[] =>
  store
    .prepare<[number], Row>(
      'messages.withFiles',
      `${rows} WHERE m.lead = ? AND m.attachments IS NOT NULL ORDER BY m.sent_at, m.message`,
    )
    .all(lead)
    .map((row) => messageOf(row, 0));

/**
 * Returns one message by row number.
 *
 * @param ahead how far the computer's clock is ahead of the clock that measures waiting times
 * (`aheadOf`)
 */
export const messageByRow = (store: Store, message: number, ahead: number): Message | null => {
  const row = store
    .prepare<[number], Row>('messages.get', `${rows} WHERE m.message = ?`)
    .get(message);
  return row === undefined ? null : messageOf(row, ahead);
};

/** A place in a conversation. */
export type MessagePlace = { readonly at: number; readonly message: number };

/** Consecutive messages, and the places of further ones; null at the beginning and at the end. */
export type MessagePage = {
  readonly messages: readonly Message[];
  readonly earlier: MessagePlace | null;
  readonly later: MessagePlace | null;
};

const placeOf = (row: Row | undefined): MessagePlace | null =>
  row === undefined ? null : { at: row.sent_at, message: row.message };

const rowsBefore = (
  store: Store,
  lead: number,
  before: MessagePlace | null,
  limit: number,
): readonly Row[] =>
  store
    .prepare<[number, number, number, number], Row>(
      'messages.page',
      `${rows} WHERE m.lead = ? AND (m.sent_at, m.message) < (?, ?)
       ORDER BY m.sent_at DESC, m.message DESC LIMIT ?`,
    )
    .all(
      lead,
      before?.at ?? Number.MAX_SAFE_INTEGER,
      before?.message ?? Number.MAX_SAFE_INTEGER,
      limit,
    );

const rowsAfter = (
  store: Store,
  lead: number,
  after: MessagePlace,
  limit: number,
): readonly Row[] =>
  store
    .prepare<[number, number, number, number], Row>(
      'messages.after',
      `${rows} WHERE m.lead = ? AND (m.sent_at, m.message) > (?, ?)
       ORDER BY m.sent_at, m.message LIMIT ?`,
    )
    .all(lead, after.at, after.message, limit);

/**
 * Returns the last `limit` messages of a lead before a place (null: the newest), oldest first.
 *
 * @param ahead how far the computer's clock is ahead of the clock that measures waiting times
 * (`aheadOf`)
 */
export const messagesBefore = (
  store: Store,
  lead: number,
  before: MessagePlace | null,
  limit: number,
  ahead: number,
): MessagePage => {
  const found = rowsBefore(store, lead, before, limit + 1);
  const shown = found.slice(0, limit).reverse();
  return {
    messages: shown.map((row) => messageOf(row, ahead)),
    earlier: found.length > limit ? placeOf(shown[0]) : null,
    later: before === null ? null : placeOf(shown.at(-1)),
  };
};

/** Returns the first `limit` messages of a lead after a place, oldest first. */
export const messagesAfter = (
  store: Store,
  lead: number,
  after: MessagePlace,
  limit: number,
  ahead: number,
): MessagePage => {
  const found = rowsAfter(store, lead, after, limit + 1);
  const shown = found.slice(0, limit);
  return {
    messages: shown.map((row) => messageOf(row, ahead)),
    // The place itself precedes all of these.
    earlier: placeOf(shown[0]) ?? after,
    later: found.length > limit ? placeOf(shown.at(-1)) : null,
  };
};

/**
 * Returns messages on both sides of a place, half of `limit` each or more if the other side has
 * fewer. The place need not exist.
 */
export const messagesAround = (
  store: Store,
  lead: number,
  place: MessagePlace,
  limit: number,
  ahead: number,
): MessagePage => {
  const older = rowsBefore(store, lead, place, limit + 1).toReversed();
  const newer = rowsAfter(store, lead, { at: place.at, message: place.message - 1 }, limit + 1);
  const half = Math.floor(limit / 2);
  const newerShown = Math.min(newer.length, Math.max(limit - half, limit - older.length));
  const olderShown = Math.min(older.length, limit - newerShown);
  const shown = [...older.slice(older.length - olderShown), ...newer.slice(0, newerShown)];
  return {
    messages: shown.map((row) => messageOf(row, ahead)),
    earlier: older.length > olderShown ? placeOf(shown[0]) : null,
    later: newer.length > newerShown ? placeOf(shown.at(-1)) : null,
  };
};

/** Returns the place of a message, or null when it is not in this conversation. */
export const placeOfMessage = (
  store: Store,
  lead: number,
  message: number,
): MessagePlace | null => {
  const row = store
    .prepare<[number, number], { at: number }>(
      'messages.place',
      'SELECT sent_at AS at FROM messages WHERE message = ? AND lead = ?',
    )
    .get(message, lead);
  return row === undefined ? null : { at: row.at, message };
};
