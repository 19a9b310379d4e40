/** Reply ids. Each is used once: a repeat, even after a crash, means the same reply. */
import { z } from 'zod';
import { laterReply, type ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';

export type UsedReply = {
  readonly replyID: ReplyID;
  readonly message: number;
  readonly lead: number;
  /** Text that undo or discard returned to the composer; null otherwise. */
  readonly returnedText: string | null;
};

const select = `SELECT reply_id AS replyID, message, lead, given_back AS returnedText FROM replies`;

/** The reply with an id; null while the id is free. */
export const replyByID = (store: Store, replyID: ReplyID): UsedReply | null =>
  store.prepare<[string], UsedReply>('replies.get', `${select} WHERE reply_id = ?`).get(replyID) ??
  null;

/** Returns the reply that became a message, or null. */
export const replyOfMessage = (store: Store, message: number): UsedReply | null =>
  store
    .prepare<[number], UsedReply>('replies.ofMessage', `${select} WHERE message = ?`)
    .get(message) ?? null;

/** Whether an id may be used: it is free, or its message is gone without an act of a person. */
export const isReplyIDOpen = (store: Store, replyID: ReplyID): boolean =>
  store
    .prepare<[string], { used: number }>(
      'replies.isUsed',
      `SELECT 1 AS used FROM replies r WHERE reply_id = ? AND (given_back IS NOT NULL
         OR EXISTS (SELECT 1 FROM messages m WHERE m.message = r.message))`,
    )
    .get(replyID) === undefined;

/** What another desktop needs to send a reply: see `MovedReply`. `to` is '' for a desktop of an unknown person. */
const handedReply = z.object({ to: z.string(), knownAt: z.number(), later: laterReply.nullable() });
export type HandedReply = z.infer<typeof handedReply>;

/** How a reply left for another desktop; null if it did not. */
export const handedAs = (store: Store, replyID: ReplyID): HandedReply | null => {
  const sql = 'SELECT handed FROM replies WHERE reply_id = ? AND given_back IS NOT NULL';
  const row = store
    .prepare<[string], { handed: string | null }>('replies.handed', sql)
    .get(replyID);
  return readStored(handedReply, row?.handed ?? null);
};

/** Replies to a lead's customer that left for other desktops. */
export const handedReplies = (store: Store, lead: number): readonly UsedReply[] =>
  store
    .prepare<[number], UsedReply>(
      'replies.allHanded',
      `${select} WHERE lead = ? AND handed IS NOT NULL AND given_back IS NOT NULL`,
    )
    .all(lead);

/** Records that another desktop is to send a reply, whose message is removed here. */
export const markHanded = (store: Store, message: number, handed: HandedReply): void => {
  const sql = 'UPDATE replies SET handed = ? WHERE message = ?';
  store.prepare<[string, number]>('replies.hand', sql).run(JSON.stringify(handed), message);
};

/** Uses an id permanently. Throws when it is used already. */
export const claimReplyID = (store: Store, reply: Omit<UsedReply, 'returnedText'>): void => {
  const sql = 'INSERT INTO replies (reply_id, message, lead) VALUES (@replyID, @message, @lead)';
  store.prepare<[typeof reply]>('replies.take', sql).run(reply);
};

/** Uses a returned id again, for the same reply. */
export const reclaimReplyID = (
  store: Store,
  reply: Pick<UsedReply, 'replyID' | 'message'>,
): void => {
  const sql = `UPDATE replies SET message = @message, given_back = NULL, handed = NULL
    WHERE reply_id = @replyID`;
  store.prepare<[typeof reply]>('replies.reclaim', sql).run(reply);
};

/** Records that the text is back in the composer: the id sends nothing more. */
export const markReturned = (store: Store, message: number, text: string): void => {
  const sql = 'UPDATE replies SET given_back = ? WHERE message = ?';
  store.prepare<[string, number]>('replies.giveBack', sql).run(text, message);
};
