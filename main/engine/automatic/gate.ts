/**
 * Judges a waiting automatic reply again: after each change, and in the transaction that starts to send it. If it may
 * not be sent, it is postponed, withdrawn, or dropped so that its rule decides again.
 */
import type { NotSentReason } from '../../../contract/automatic-replies.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { findOutgoing, postpone, type Outgoing } from '../conversation/outbox/rows.ts';
import { findWaitingReply, type RuleReply } from '../conversation/rule-replies.ts';
import { findClaim } from '../leads/claims.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { findLeadFacts, readConversationFacts } from './facts.ts';
import { judge } from './judge.ts';
import { listRules } from './rules.ts';
import { readPause, readSituation } from './situation.ts';
import { dropWaitingReply, withdraw } from './withdraw.ts';

export type Gate = ReturnType<typeof createGate>;

type Outcome =
  | { readonly text: string }
  | { readonly reason: NotSentReason; readonly gap: string }
  | { readonly postponedTo: number };

/** Tolerated change of the clock; also the delay before an undecided reply is judged again. */
const toleranceMs = 60_000;

export const createGate = ({
  store,
  clock,
  getTypingLead,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly getTypingLead: () => LeadID | null;
}) => {
  /** True if the person here or a colleague is typing a reply to the lead. */
  const isTyping = (lead: number): boolean =>
    toLeadID(lead) === getTypingLead() || findClaim(store, lead, clock.now()) !== null;

  const computeOutcome = ({ lead, ruleID, kind, message, knownTo }: RuleReply): Outcome => {
    const now = clock.now();
    const rule = listRules(store).find((each) => each.rule.ruleID === ruleID)?.rule;
    if (rule?.isOn !== true) return { reason: 'off', gap: '' };
    if (readPause(store).isPaused) return { reason: 'paused', gap: '' };
    const facts = findLeadFacts(store, lead, now);
    if (facts === null) return { reason: 'gone', gap: '' };
    const planned = { message: message ?? 0, knownTo };
    const conversation = readConversationFacts(store, lead, kind, isTyping(lead), planned);
    // The waiting reply already counts among today's.
    const verdict = judge(rule, facts, conversation, {
      ...readSituation(store, now),
      remainingToday: 1,
    });
    if (!verdict.shouldSend)
      return verdict.reason === 'notYet' || verdict.reason === 'unheard'
        ? { postponedTo: now + toleranceMs }
        : { reason: verdict.reason, gap: verdict.gap };
    return kind === 'silence' && verdict.sendAt > now + toleranceMs
      ? { postponedTo: verdict.sendAt }
      : { text: verdict.text };
  };

  return {
    /** Returns true if a reply may be sent now; otherwise withdraws or postpones it (`DispatchDependencies.release`). */
    release: ({ message }: Pick<Outgoing, 'message'>): boolean => {
      const reply = findWaitingReply(store, message);
      if (reply === null) return true;
      const outcome = computeOutcome(reply);
      if ('text' in outcome) return true;
      if ('postponedTo' in outcome) postpone(store, message, outcome.postponedTo);
      else withdraw(store, reply, outcome.reason, clock.now(), outcome.gap);
      return false;
    },
    /** Withdraws or drops a waiting reply that is outdated; returns true if it did. Call in a transaction. */
    takeBackOutdated: (reply: RuleReply): boolean => {
      const outcome = computeOutcome(reply);
      if ('postponedTo' in outcome) return false;
      if ('reason' in outcome) withdraw(store, reply, outcome.reason, clock.now(), outcome.gap);
      else if (findOutgoing(store, reply.message ?? 0)?.text !== outcome.text)
        dropWaitingReply(store, reply);
      else return false;
      return true;
    },
    isTyping,
  };
};
