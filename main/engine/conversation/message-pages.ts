/** Reads messages as shown, one by one or in pages. The outbox provides the progress of replies. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { attachment, waitsFor } from '../../../contract/records.ts';
import type { Message, Sending, Side, WaitsFor } from '../../../contract/records.ts';
import { recognized } from './automatic.ts';
import { toLeadID, toMessageID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import {
  readStoredList,
  readStoredFailure,
  readStoredSide,
  readStoredWord,
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
  readonly rule_id: RuleID | null;
  readonly rule_name: string | null;
  readonly person: string | null;
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
  r.rule_id, r.rule_name, m.person, o.state, o.next_at, o.due_at, o.waits_for, o.send_at, o.unless_answered, o.reason
FROM messages m LEFT JOIN outbox o ON o.message = m.message
LEFT JOIN automatic_replies r ON r.message = m.message AND m.automatic > 0`;

const toSending = (row: Row, ahead: number): Sending | null => {
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
        waitsFor: readStoredWord(waitsFor.options, row.waits_for, 'service'),
      };
    case 'sending':
    case 'checking':
      return {
        state: row.state,
        since: (row.due_at ?? 0) + ahead,
        ...(row.waits_for === 'hub' && { withoutHub: true }),
      };
    case 'failed':
      return { state: 'failed', reason: readStoredFailure(row.reason) ?? unreadableFailure };
    case null:
      return row.written_here === 1 ? { state: 'sent' } : null;
  }
};

const toMessage = (row: Row, ahead: number): Message => ({
  messageID: toMessageID(row.message),
  leadID: toLeadID(row.lead),
  side: readStoredSide(row.side),
  author: row.author,
  text: row.text,
  attachments: [...readStoredList(attachment, row.attachments)],
  at: row.sent_at,
  isAutomatic: row.automatic === recognized,
  rule: row.rule_id === null ? null : { ruleID: row.rule_id, name: row.rule_name ?? '' },
  person: row.person,
  sending: toSending(row, ahead),
});

/** Lists a lead's messages with attachments, oldest first. */
export const listMessagesWithFiles = (
  store: Store,
  lead: number,
): readonly Pick<Message, 'messageID' | 'side' | 'at' | 'attachments'>[] => {
  const sql = `${rows} WHERE m.lead = ? AND m.attachments IS NOT NULL ORDER BY m.sent_at, m.message`;
  return store
    .prepare<[number], Row>(sql)
    .all(lead)
    .map((row) => toMessage(row, 0));
};

/** @param ahead how far the wall clock is ahead of the steady clock (`computeClockOffset`) */
export const findMessageByRow = (store: Store, message: number, ahead: number): Message | null => {
  const sql = `${rows} WHERE m.message = ?`;
  const row = store.prepare<[number], Row>(sql).get(message);
  return row === undefined ? null : toMessage(row, ahead);
};

/** A position in a conversation; a message need not be there. */
export type MessagePlace = { readonly at: number; readonly message: number };

/** Consecutive messages, and the positions where older and newer ones continue, or null. */
export type MessagePage = {
  readonly messages: readonly Message[];
  readonly earlier: MessagePlace | null;
  readonly later: MessagePlace | null;
};

const toPlace = (row: Row | undefined): MessagePlace | null =>
  row === undefined ? null : { at: row.sent_at, message: row.message };

const toPage = (
  shown: readonly Row[],
  ahead: number,
  hasEarlier: boolean,
  hasLater: boolean,
): MessagePage => ({
  messages: shown.map((row) => toMessage(row, ahead)),
  earlier: hasEarlier ? toPlace(shown[0]) : null,
  later: hasLater ? toPlace(shown.at(-1)) : null,
});

const newest = Number.MAX_SAFE_INTEGER;

const readRowsBefore = (store: Store, lead: number, before: MessagePlace | null, limit: number) => {
  const sql = `${rows} WHERE m.lead = ? AND (m.sent_at, m.message) < (?, ?)
    ORDER BY m.sent_at DESC, m.message DESC LIMIT ?`;
  return store
    .prepare<[number, number, number, number], Row>(sql)
    .all(lead, before?.at ?? newest, before?.message ?? newest, limit);
};

const readRowsAfter = (store: Store, lead: number, after: MessagePlace, limit: number) => {
  const sql = `${rows} WHERE m.lead = ? AND (m.sent_at, m.message) > (?, ?)
    ORDER BY m.sent_at, m.message LIMIT ?`;
  return store
    .prepare<[number, number, number, number], Row>(sql)
    .all(lead, after.at, after.message, limit);
};

/** The last `limit` messages before a position (null: the newest), oldest first. */
export const readMessagesBefore = (
  store: Store,
  lead: number,
  before: MessagePlace | null,
  limit: number,
  ahead: number,
): MessagePage => {
  const found = readRowsBefore(store, lead, before, limit + 1);
  const shown = found.slice(0, limit).reverse();
  return toPage(shown, ahead, found.length > limit, before !== null);
};

/** The first `limit` messages after a position, oldest first. */
export const readMessagesAfter = (
  store: Store,
  lead: number,
  after: MessagePlace,
  limit: number,
  ahead: number,
): MessagePage => {
  const found = readRowsAfter(store, lead, after, limit + 1);
  const page = toPage(found.slice(0, limit), ahead, true, found.length > limit);
  return { ...page, earlier: page.earlier ?? after };
};

/** Up to `limit` messages, half on each side of a position, or more if the other side has fewer. */
export const readMessagesAround = (
  store: Store,
  lead: number,
  place: MessagePlace,
  limit: number,
  ahead: number,
): MessagePage => {
  const older = readRowsBefore(store, lead, place, limit + 1).toReversed();
  const newer = readRowsAfter(store, lead, { at: place.at, message: place.message - 1 }, limit + 1);
  const half = Math.floor(limit / 2);
  const newerShown = Math.min(newer.length, Math.max(limit - half, limit - older.length));
  const olderShown = Math.min(older.length, limit - newerShown);
  const shown = [...older.slice(older.length - olderShown), ...newer.slice(0, newerShown)];
  return toPage(shown, ahead, older.length > olderShown, newer.length > newerShown);
};

/** Position of a message; null when it is not in this conversation. */
export const findMessagePlace = (store: Store, lead: number, message: number) => {
  const sql = 'SELECT sent_at AS at, message FROM messages WHERE message = ? AND lead = ?';
  return store.prepare<[number, number], MessagePlace>(sql).get(message, lead) ?? null;
};
