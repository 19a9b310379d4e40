/**
 * Replies that colleagues' desktops sent, from the team's log. They are shown at once, also where the service has no
 * list of a conversation; its record of one changes nothing then.
 */
import type { ReplyID } from '../../../contract/records.ts';
import type { ReplyingRule } from '../../../contract/team/facts.ts';
import { readUpTo } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { byAnsweringRule, byRule, setAutomatic } from './automatic.ts';
import { insertMessage } from './messages.ts';
import { claimReplyID, reclaimReplyID, replyByID } from './replies.ts';
import { putTeamRuleReply } from './rule-replies.ts';

export type MemberReply = {
  readonly lead: number;
  readonly replyID: ReplyID;
  /** The service's id; null where it gives none. */
  readonly messageID: string | null;
  readonly text: string;
  readonly sentAt: number;
  readonly person: string;
  /** The rule that wrote it; null for a person. */
  readonly rule: ReplyingRule | null;
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
  const { lead, replyID, messageID, text, sentAt, person, rule } = reply;
  const facts = store
    .prepare<[number], { accountID: string; businessName: string }>(
      'memberReplies.lead',
      `SELECT l.account_id AS accountID, ifnull(b.name, '') AS businessName
       FROM leads l LEFT JOIN businesses b USING (account_id, business_id) WHERE l.lead = ?`,
    )
    .get(lead);
  const used = replyByID(store, replyID);
  // One that was taken back here was sent elsewhere.
  const isHere = used !== null && used.returnedText === null;
  if (facts === undefined || isHere) return;
  const { accountID, businessName: author } = facts;
  const content = { messageID, side: 'business', author, text, attachments: [] } as const;
  const known = messageWith(store, accountID, messageID);
  const message =
    known ??
    insertMessage(store, {
      ...{ lead, accountID, ...content, sentAt },
      person: rule === null ? person : null,
    });
  if (used !== null) reclaimReplyID(store, { replyID, message });
  // Without the service's id, that of the reply tells a repeat.
  else if (messageID === null) claimReplyID(store, { replyID, message, lead });
  if (rule === null) return readUpTo(store, lead, sentAt);
  setAutomatic(store, message, rule.isAnswer ? byAnsweringRule : byRule, null);
  putTeamRuleReply(store, { lead, message, at: sentAt }, rule);
};
