/** Handlers of `automaticReplies.*`. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import type { Change } from '../../../contract/events.ts';
import { maxRules } from '../../../contract/limits.ts';
import type { MessageID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { makePersonal } from '../conversation/automatic.ts';
import { outgoing, requeue } from '../conversation/outbox/rows.ts';
import { waitingReply, type RuleReply } from '../conversation/rule-replies.ts';
import { markReturned } from '../conversation/replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import { leadIDOf, rowOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { orderRules, putRule, removeRule, storedRules } from './rules.ts';
import { pauseNow, sentToday, setPause } from './situation.ts';
import { forgetWaitingOf, withdraw } from './withdraw.ts';

export const automaticReplyCommands = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly slices: Slices;
  /** Plans replies for all leads. */
  readonly planNow: () => void;
  readonly pump: () => void;
  readonly publish: (change: Change) => void;
  /** In a team only owners change rules. */
  readonly mayChange: () => boolean;
}): Handlers<Extract<EngineCommand, `automaticReplies.${string}`>> => {
  const { store, clock, slices, planNow, pump, publish, mayChange } = dependencies;

  /** Changes the rules and removes waiting replies of `ruleID`, then plans for all leads. Errors: `owner_only`. */
  const change = (work: () => void, ruleID?: RuleID): Answer<Record<string, never>> => {
    if (!mayChange())
      return fail('owner_only', "Only an owner changes the team's automatic replies.");
    const leads = store.write(() => {
      const forgotten = ruleID === undefined ? [] : forgetWaitingOf(store, ruleID);
      work();
      return forgotten;
    });
    publish({
      kinds: ['automaticReplies', 'connection', ...(leads.length > 0 ? (['leads'] as const) : [])],
      leadIDs: leads.map(leadIDOf),
    });
    planNow();
    return succeed({});
  };

  /** Runs `work` in a transaction on an automatic reply that is still queued. Errors: `too_late`. */
  const changeWaitingReply = (
    messageID: MessageID,
    work: (reply: RuleReply & { readonly message: number }) => void,
  ): Answer<Record<string, never>> => {
    const lead = store.write(() => {
      const message = rowOf(messageID);
      const reply = message === null ? null : waitingReply(store, message);
      if (message === null || reply === null) return null;
      if (outgoing(store, message)?.state !== 'queued') return null;
      work({ ...reply, message });
      refreshInbox(store, reply.lead);
      return reply.lead;
    });
    if (lead === null) return fail('too_late', 'The reply has left or was withdrawn.');
    publish({ kinds: ['leads', 'automaticReplies', 'connection'], leadIDs: [leadIDOf(lead)] });
    pump();
    return succeed({});
  };

  return {
    'automaticReplies.list': () =>
      succeed({
        rules: storedRules(store).map(({ rule }) => rule),
        isPaused: pauseNow(store).isPaused,
        sentToday: sentToday(store, clock.now()),
      }),
    'automaticReplies.save': (rule) => {
      const isNew = !storedRules(store).some((each) => each.rule.ruleID === rule.ruleID);
      if (isNew && storedRules(store).length >= maxRules)
        return fail('conflict', `There can be ${maxRules} rules.`);
      return change(() => putRule(store, rule, clock.now()), rule.ruleID);
    },
    'automaticReplies.remove': ({ ruleID }) =>
      change(() => removeRule(store, ruleID, clock.now()), ruleID),
    'automaticReplies.reorder': ({ ruleIDs }) => change(() => orderRules(store, ruleIDs)),
    'automaticReplies.pause': ({ isPaused }) =>
      change(() => setPause(store, isPaused, clock.now())),
    'automaticReplies.preview': async ({ rule }) => {
      const { previewRule } = await import('./preview.ts');
      const preview = await runSteps(slices.runAsked, previewRule(store, rule, clock.now()));
      return preview === undefined
        ? fail('engine_unavailable', 'The engine is closing.')
        : succeed(preview);
    },
    'automaticReplies.sendNow': ({ messageID }) =>
      changeWaitingReply(messageID, (reply) => {
        makePersonal(store, reply);
        requeue(store, reply.message, clock.steady());
      }),
    'automaticReplies.decline': ({ messageID }) =>
      changeWaitingReply(messageID, (reply) => {
        // Keeps other desktops of a team from sending it.
        markReturned(store, reply.message, '');
        withdraw(store, reply, 'declined', clock.now());
      }),
  };
};
