/**
 * Judges a waiting automatic reply again: after each change, and in the transaction that starts to send it. Withdraws
 * one that may no longer be sent, postpones it, or removes it so that its rule decides again.
 */
import type { NotSentReason } from '../../../contract/automatic-replies.ts';
import type { LeadID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { outgoing, postpone, type Outgoing } from '../conversation/outbox/rows.ts';
import { waitingReply, type RuleReply } from '../conversation/rule-replies.ts';
import { claimOf } from '../leads/claims.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { leadFacts, momentOf } from './facts.ts';
import { judge } from './judge.ts';
import { storedRules } from './rules.ts';
import { pauseNow, situationAt } from './situation.ts';
import { forget, withdraw } from './withdraw.ts';

export type Gate = {
  /** Whether a reply may be sent now; withdraws or postpones it otherwise (`DispatchDependencies.release`). */
  readonly release: (row: Pick<Outgoing, 'message'>) => boolean;
  /** Withdraws or removes a waiting reply that is no longer right; returns whether it did. Call in a transaction. */
  readonly takeBackOutdated: (reply: RuleReply) => boolean;
  /** Whether the person here or a colleague is typing a reply to the lead. */
  readonly isTyping: (lead: number) => boolean;
};

type Outcome =
  | { readonly leaves: true; readonly text: string }
  | { readonly leaves: false; readonly reason: NotSentReason; readonly gap: string }
  | { readonly leaves: false; readonly postponedTo: number };

/** Tolerates a clock that was set; also the delay until an undecided reply is judged again. */
const toleranceMs = 60_000;

export const createGate = ({
  store,
  clock,
  typingIn,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly typingIn: () => LeadID | null;
}): Gate => {
  const isTyping = (lead: number): boolean =>
    leadIDOf(lead) === typingIn() || claimOf(store, lead, clock.now()) !== null;

  const outcomeOf = ({ lead, ruleID, kind, message, knownTo }: RuleReply): Outcome => {
    const now = clock.now();
    const rule = storedRules(store).find((each) => each.rule.ruleID === ruleID)?.rule;
    if (rule?.isOn !== true) return { leaves: false, reason: 'off', gap: '' };
    if (pauseNow(store).isPaused) return { leaves: false, reason: 'paused', gap: '' };
    const facts = leadFacts(store, lead, now);
    if (facts === null) return { leaves: false, reason: 'gone', gap: '' };
    const planned = { message: message ?? 0, knownTo };
    const moment = momentOf(store, lead, kind, isTyping(lead), planned);
    // `left` is 1: the planned reply already counts among today's.
    const verdict = judge(rule, facts, moment, { ...situationAt(store, now), left: 1 });
    if (!verdict.sends)
      return verdict.reason === 'notYet' || verdict.reason === 'unheard'
        ? { leaves: false, postponedTo: now + toleranceMs }
        : { leaves: false, reason: verdict.reason, gap: verdict.gap };
    return kind === 'silence' && verdict.sendAt > now + toleranceMs
      ? { leaves: false, postponedTo: verdict.sendAt }
      : { leaves: true, text: verdict.text };
  };

  return {
    release: ({ message }) => {
      const reply = waitingReply(store, message);
      if (reply === null) return true;
      const outcome = outcomeOf(reply);
      if (outcome.leaves) return true;
      if ('postponedTo' in outcome) postpone(store, message, outcome.postponedTo);
      else withdraw(store, reply, outcome.reason, clock.now(), outcome.gap);
      return false;
    },
    takeBackOutdated: (reply) => {
      const outcome = outcomeOf(reply);
      if ('postponedTo' in outcome) return false;
      if (!outcome.leaves) withdraw(store, reply, outcome.reason, clock.now(), outcome.gap);
      // Its text has changed: the rule decides again.
      else if (outgoing(store, reply.message ?? 0)?.text !== outcome.text) forget(store, reply);
      else return false;
      return true;
    },
    isTyping,
  };
};
