/** Takes waiting automatic replies back. Call in a transaction. */
import type { NotSentReason, RuleID } from '../../../contract/automatic-replies.ts';
import { removeOwnMessage } from '../conversation/messages.ts';
import {
  forgetWaiting,
  setUnsent,
  waitingReplies,
  type RuleReply,
} from '../conversation/rule-replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import type { Store } from '../platform/store/store.ts';

/** Withdraws a waiting reply for good, and stores the reason. */
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

/** Removes a waiting reply, so that its rule decides again. */
export const forget = (store: Store, reply: RuleReply): void => {
  if (reply.message !== null) removeOwnMessage(store, reply.message);
  forgetWaiting(store, reply);
  refreshInbox(store, reply.lead);
};

/** Removes the waiting replies of a rule; returns their leads. */
export const forgetWaitingOf = (store: Store, ruleID: RuleID): readonly number[] =>
  waitingReplies(store).flatMap((reply) => {
    if (reply.ruleID !== ruleID) return [];
    forget(store, reply);
    return [reply.lead];
  });
