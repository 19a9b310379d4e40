/**
 * Replies that colleagues' desktops sent, from the team's log. They are shown at once, also where the service has no
 * list of a conversation; its record of one changes nothing then.
 */
import type { ReplyID } from '../../../contract/records.ts';
import { readUpTo } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { insertMessage } from './messages.ts';
import { claimReplyID, replyByID } from './replies.ts';

export type MemberReply = {
  readonly lead: number;
  readonly replyID: ReplyID;
  /** The service's id; null where it gives none. */
  readonly messageID: string | null;
  readonly text: string;
  readonly sentAt: number;
  /** Null for a reply of a rule. */
  readonly person: string | null;
  /** A value of `messages.automatic`. */
  readonly automatic: number;
};

const messageWith = (store: Store, accountID: string, messageID: string | null): number | null =>
  store
    .prepare<[string, string | null], { message: number }>(
      'memberReplies.message',
      'SELECT message FROM messages WHERE account_id = ? AND message_id = ?',
    )
    .get(accountID, messageID)?.message ?? null;

/** Inserts a reply that is not here yet, in the current transaction. A person's marks what came before as read. */
export const putMemberReply = (store: Store, reply: MemberReply): void => {
  const { lead, replyID, messageID, text, sentAt, person, automatic } = reply;
  const facts = store
    .prepare<[number], { accountID: string; businessName: string }>(
      'memberReplies.lead',
      `SELECT l.account_id AS accountID, ifnull(b.name, '') AS businessName
       FROM leads l LEFT JOIN businesses b USING (account_id, business_id) WHERE l.lead = ?`,
    )
    .get(lead);
  if (facts === undefined || replyByID(store, replyID) !== null) return;
  const { accountID, businessName: author } = facts;
  const content = { messageID, side: 'business', author, text, attachments: [] } as const;
  const message =
    messageWith(store, accountID, messageID) ??
    insertMessage(store, { lead, accountID, ...content, sentAt, person });
  // Without the service's id, that of the reply tells a repeat.
  if (messageID === null) claimReplyID(store, { replyID, message, lead });
  if (automatic === 0) return readUpTo(store, lead, sentAt);
  store
    .prepare<[number, number]>(
      'memberReplies.automatic',
      'UPDATE messages SET automatic = ?, automatic_text = NULL WHERE message = ?',
    )
    .run(automatic, message);
};
