/** Replies that colleagues' desktops sent, from the team's log; shown even if the service lists no conversations. */
import type { ReplyID } from '../../../contract/records.ts';
import type { ReplyingRule } from '../../../contract/team/facts.ts';
import { markReadUpTo } from '../leads/read-mark.ts';
import type { Store } from '../platform/store/store.ts';
import { byAnsweringRule, byRule, setAutomatic } from './automatic.ts';
import { insertMessage } from './messages.ts';
import { claimReplyID, reclaimReplyID, findReplyByID } from './replies.ts';
import { putTeamRuleReply } from './rule-replies.ts';

export type MemberReply = {
  readonly lead: number;
  readonly replyID: ReplyID;
  /** The service's id; null if it returned none. */
  readonly messageID: string | null;
  readonly text: string;
  readonly sentAt: number;
  readonly person: string;
  /** The rule that wrote it; null for a person. */
  readonly rule: ReplyingRule | null;
};

const findMessage = (store: Store, accountID: string, messageID: string | null): number | null =>
  store
    .prepare<[string, string | null], { message: number }>(
      'SELECT message FROM messages WHERE account_id = ? AND message_id = ?',
    )
    .get(accountID, messageID)?.message ?? null;

/** Inserts a reply that is not stored yet, in a transaction. A person's reply marks what came before as read. */
export const putMemberReply = (store: Store, reply: MemberReply): void => {
  const { lead, replyID, messageID, text, sentAt, person, rule } = reply;
  const facts = store
    .prepare<[number], { accountID: string; businessName: string }>(
      `SELECT l.account_id AS accountID, ifnull(b.name, '') AS businessName
       FROM leads l LEFT JOIN businesses b USING (account_id, business_id) WHERE l.lead = ?`,
    )
    .get(lead);
  const used = findReplyByID(store, replyID);
  // A reply that was withdrawn here was sent by another desktop.
  const isStored = used !== null && used.returnedText === null;
  if (facts === undefined || isStored) return;
  const { accountID, businessName: author } = facts;
  const known = findMessage(store, accountID, messageID);
  const message =
    known ??
    insertMessage(store, {
      lead,
      accountID,
      messageID,
      side: 'business',
      author,
      text,
      attachments: [],
      sentAt,
      person: rule === null ? person : null,
    });
  if (used !== null) reclaimReplyID(store, { replyID, message });
  // Without the service's id, the reply's own id identifies a repeat.
  else if (messageID === null) claimReplyID(store, { replyID, message, lead });
  if (rule === null) return markReadUpTo(store, lead, sentAt);
  setAutomatic(store, message, rule.isAnswer ? byAnsweringRule : byRule, null);
  putTeamRuleReply(store, { lead, message, at: sentAt }, rule);
};
