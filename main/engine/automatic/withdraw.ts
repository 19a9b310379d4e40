/** Withdraws or drops waiting automatic replies. Call in a transaction. */
import type { NotSentReason, RuleID } from '../../../contract/automatic-replies.ts';
import { removeOwnMessage } from '../conversation/messages.ts';
import {
  deleteWaitingReply,
  setUnsent,
  listWaitingReplies,
  type RuleReply,
} from '../conversation/rule-replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import type { Store } from '../platform/store/store.ts';

/** Withdraws a waiting reply for good and stores the reason. */
export const withdraw = (
  store: Store,
  reply: RuleReply,
  reason: NotSentReason,
  at: number,
  gap = '',
): void => {
  if (reply.message !== null) removeOwnMessage(store, reply.message);
  setUnsent(store, reply, { reason, gap, at });
  refreshInbox(store, reply.lead);
};

/** Drops a waiting reply, so that its rule decides again. */
export const dropWaitingReply = (store: Store, reply: RuleReply): void => {
  if (reply.message !== null) removeOwnMessage(store, reply.message);
  deleteWaitingReply(store, reply);
  refreshInbox(store, reply.lead);
};

/** Drops the waiting replies of a rule; returns their leads. */
export const dropWaitingReplies = (store: Store, ruleID: RuleID): readonly number[] =>
  listWaitingReplies(store).flatMap((reply) => {
    if (reply.ruleID !== ruleID) return [];
    dropWaitingReply(store, reply);
    return [reply.lead];
  });
