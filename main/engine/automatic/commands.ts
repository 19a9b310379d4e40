/** Handlers of `automaticReplies.*`. */
import type { RuleID } from '../../../contract/automatic-replies.ts';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { maxRules } from '../../../contract/limits.ts';
import type { MessageID } from '../../../contract/records.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { makePersonal } from '../conversation/automatic.ts';
import { findOutgoing, requeue } from '../conversation/outbox/rows.ts';
import { findWaitingReply, type RuleReply } from '../conversation/rule-replies.ts';
import { markReturned } from '../conversation/replies.ts';
import { refreshInbox } from '../leads/inbox.ts';
import type { EngineCommand, Handlers } from '../platform/command/handler.ts';
import { runSteps, type Slices } from '../platform/slices.ts';
import { toLeadID, toRow } from '../platform/store/ids.ts';
import { orderRules, putRule, removeRule, listRules } from './rules.ts';
import { readPause, countSentToday, setPause } from './situation.ts';
import { dropWaitingReplies, withdraw } from './withdraw.ts';

export const createAutomaticReplyCommands = (
  dependencies: Pick<EngineDependencies, 'store' | 'clock' | 'publish'> & {
    readonly slices: Slices;
    /** Plans replies for all leads. */
    readonly planNow: () => void;
    readonly pump: () => void;
    /** In a team only owners change rules. */
    readonly mayChange: () => boolean;
  },
): Handlers<Extract<EngineCommand, `automaticReplies.${string}`>> => {
  const { store, clock, slices, planNow, pump, publish, mayChange } = dependencies;

  /** Changes the rules, drops waiting replies of `ruleID` and plans for all leads. Errors: `owner_only`. */
  const changeRules = (work: () => void, ruleID?: RuleID): Answer<Record<string, never>> => {
    if (!mayChange())
      return fail('owner_only', "Only an owner changes the team's automatic replies.");
    const leads = store.write(() => {
      const dropped = ruleID === undefined ? [] : dropWaitingReplies(store, ruleID);
      work();
      return dropped;
    });
    publish({
      kinds: ['automaticReplies', 'connection', ...(leads.length > 0 ? (['leads'] as const) : [])],
      leadIDs: leads.map(toLeadID),
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
      const message = toRow(messageID);
      const reply = message === null ? null : findWaitingReply(store, message);
      if (message === null || reply === null) return null;
      if (findOutgoing(store, message)?.state !== 'queued') return null;
      work({ ...reply, message });
      refreshInbox(store, reply.lead);
      return reply.lead;
    });
    if (lead === null) return fail('too_late', 'The reply has left or was withdrawn.');
    publish({ kinds: ['leads', 'automaticReplies', 'connection'], leadIDs: [toLeadID(lead)] });
    pump();
    return succeed({});
  };

  return {
    'automaticReplies.list': () =>
      succeed({
        rules: listRules(store).map(({ rule }) => rule),
        isPaused: readPause(store).isPaused,
        sentToday: countSentToday(store, clock.now()),
      }),
    'automaticReplies.save': (rule) => {
      const isNew = !listRules(store).some((each) => each.rule.ruleID === rule.ruleID);
      if (isNew && listRules(store).length >= maxRules)
        return fail('conflict', `There can be ${maxRules} rules.`);
      return changeRules(() => putRule(store, rule, clock.now()), rule.ruleID);
    },
    'automaticReplies.remove': ({ ruleID }) =>
      changeRules(() => removeRule(store, ruleID, clock.now()), ruleID),
    'automaticReplies.reorder': ({ ruleIDs }) => changeRules(() => orderRules(store, ruleIDs)),
    'automaticReplies.pause': ({ isPaused }) =>
      changeRules(() => setPause(store, isPaused, clock.now())),
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
