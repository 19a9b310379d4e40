/** Reply ids. Each stands for one reply, so a repeated request, even after a crash, sends nothing twice. */
import { z } from 'zod';
import { laterReply, type ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';
import { readStored } from '../platform/store/stored.ts';

export type UsedReply = {
  readonly replyID: ReplyID;
  readonly message: number;
  readonly lead: number;
  /** Text of a reply that was undone, discarded or handed over; null otherwise. */
  readonly returnedText: string | null;
};

const select = `SELECT reply_id AS replyID, message, lead, returned_text AS returnedText FROM replies`;

/** The reply with an id; null while the id is unused. */
export const findReplyByID = (store: Store, replyID: ReplyID): UsedReply | null =>
  store.prepare<[string], UsedReply>(`${select} WHERE reply_id = ?`).get(replyID) ?? null;

export const findReplyOfMessage = (store: Store, message: number): UsedReply | null =>
  store.prepare<[number], UsedReply>(`${select} WHERE message = ?`).get(message) ?? null;

/** True if an id may be used: it is unused, or its message is gone although no person withdrew it. */
export const isReplyIDOpen = (store: Store, replyID: ReplyID): boolean =>
  store
    .prepare<[string], { used: number }>(
      `SELECT 1 AS used FROM replies r WHERE reply_id = ? AND (returned_text IS NOT NULL
         OR EXISTS (SELECT 1 FROM messages m WHERE m.message = r.message))`,
    )
    .get(replyID) === undefined;

/** Handover of a reply to another desktop (`MovedReply`). `to` is '' for a desktop of an unknown person. */
const handedReply = z.object({ to: z.string(), knownAt: z.number(), later: laterReply.nullable() });
export type HandedReply = z.infer<typeof handedReply>;

/** The handover of a reply to another desktop; null without one. */
export const findHandover = (store: Store, replyID: ReplyID): HandedReply | null => {
  const sql = 'SELECT handed FROM replies WHERE reply_id = ? AND returned_text IS NOT NULL';
  const row = store.prepare<[string], { handed: string | null }>(sql).get(replyID);
  return readStored(handedReply, row?.handed ?? null);
};

/** Replies to a lead's customer that other desktops are to send. */
export const listHandedReplies = (store: Store, lead: number): readonly UsedReply[] =>
  store
    .prepare<[number], UsedReply>(
      `${select} WHERE lead = ? AND handed IS NOT NULL AND returned_text IS NOT NULL`,
    )
    .all(lead);

/** Records that another desktop is to send a reply. The caller removes its message. */
export const markHanded = (store: Store, message: number, handed: HandedReply): void => {
  const sql = 'UPDATE replies SET handed = ? WHERE message = ?';
  store.prepare<[string, number]>(sql).run(JSON.stringify(handed), message);
};

/** Uses an id for a reply. Throws when it is used already. */
export const claimReplyID = (store: Store, reply: Omit<UsedReply, 'returnedText'>): void => {
  const sql = 'INSERT INTO replies (reply_id, message, lead) VALUES (@replyID, @message, @lead)';
  store.prepare<[typeof reply]>(sql).run(reply);
};

/** Uses a returned id again, for the same reply. */
export const reclaimReplyID = (
  store: Store,
  reply: Pick<UsedReply, 'replyID' | 'message'>,
): void => {
  const sql = `UPDATE replies SET message = @message, returned_text = NULL, handed = NULL
    WHERE reply_id = @replyID`;
  store.prepare<[typeof reply]>(sql).run(reply);
};

/** Records the text of a withdrawn reply, whose id sends nothing more. */
export const markReturned = (store: Store, message: number, text: string): void => {
  const sql = 'UPDATE replies SET returned_text = ? WHERE message = ?';
  store.prepare<[string, number]>(sql).run(text, message);
};
