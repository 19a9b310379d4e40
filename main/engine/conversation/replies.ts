/**
 * Each reply is written under an id that its composition was given, and taken once: whatever comes
 * again under that id (a second press, a call that was repeated after a crash, a late autosave) means
 * the same reply.
 */
import type { ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type TakenReply = {
  readonly replyID: ReplyID;
  readonly message: number;
  readonly lead: number;
  /** Its text once it was taken back or discarded; null while it stands. */
  readonly givenBack: string | null;
};

const select = `SELECT reply_id AS replyID, message, lead, given_back AS givenBack FROM replies`;

/** The reply that was written under an id, or null while the id is free. */
export const replyOf = (store: Store, replyID: ReplyID): TakenReply | null =>
  store.prepare<[string], TakenReply>('replies.get', `${select} WHERE reply_id = ?`).get(replyID) ??
  null;

/** The reply that is, or was, a message. */
export const replyOfMessage = (store: Store, message: number): TakenReply | null =>
  store
    .prepare<[number], TakenReply>('replies.ofMessage', `${select} WHERE message = ?`)
    .get(message) ?? null;

/** Takes an id for good. Throws when it is taken. */
export const takeReply = (store: Store, reply: Omit<TakenReply, 'givenBack'>): void => {
  store
    .prepare<[typeof reply]>(
      'replies.take',
      'INSERT INTO replies (reply_id, message, lead) VALUES (@replyID, @message, @lead)',
    )
    .run(reply);
};

/** The reply is in the composer again: its id sends nothing more. */
export const giveReplyBack = (store: Store, message: number, text: string): void => {
  store
    .prepare<[string, number]>(
      'replies.giveBack',
      'UPDATE replies SET given_back = ? WHERE message = ?',
    )
    .run(text, message);
};
