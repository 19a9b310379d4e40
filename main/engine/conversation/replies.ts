/**
 * Reply ids. Each composition has one and it is used once: a repeat under the same id (a second
 * press, a call repeated after a crash, a late autosave) means the same reply.
 */
import type { ReplyID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

export type TakenReply = {
  readonly replyID: ReplyID;
  readonly message: number;
  readonly lead: number;
  /** Its text after undo or discard; null otherwise. */
  readonly givenBack: string | null;
};

const select = `SELECT reply_id AS replyID, message, lead, given_back AS givenBack FROM replies`;

/** Returns the reply with an id, or null while the id is free. */
export const replyOf = (store: Store, replyID: ReplyID): TakenReply | null =>
  store.prepare<[string], TakenReply>('replies.get', `${select} WHERE reply_id = ?`).get(replyID) ??
  null;

/** Returns the reply of a message. */
export const replyOfMessage = (store: Store, message: number): TakenReply | null =>
  store
    .prepare<[number], TakenReply>('replies.ofMessage', `${select} WHERE message = ?`)
    .get(message) ?? null;

/** Uses an id permanently. Throws when it is used already. */
export const takeReply = (store: Store, reply: Omit<TakenReply, 'givenBack'>): void => {
  store
    .prepare<[typeof reply]>(
      'replies.take',
      'INSERT INTO replies (reply_id, message, lead) VALUES (@replyID, @message, @lead)',
    )
    .run(reply);
};

/** Records that the text is back in the composer: the id sends nothing more. */
export const giveReplyBack = (store: Store, message: number, text: string): void => {
  store
    .prepare<[string, number]>(
      'replies.giveBack',
      'UPDATE replies SET given_back = ? WHERE message = ?',
    )
    .run(text, message);
};
