/**
 * Plans automatic replies from the database. A crash neither loses nor repeats one: the reply, its outbox row and the
 * row that makes it unique are written in one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { AutomaticRule, NotSentReason } from '../../../contract/automatic-replies.ts';
import type { Change } from '../../../contract/events.ts';
import type { ReplyID } from '../../../contract/records.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { EngineDependencies } from '../accounts/runtime.ts';
import { byAnsweringRule, byRule } from '../conversation/automatic.ts';
import { insertOwnMessage } from '../conversation/messages.ts';
import { claimReplyID, reclaimReplyID, findReplyByID } from '../conversation/replies.ts';
import { putRuleReply, listWaitingReplies } from '../conversation/rule-replies.ts';
import type { ReplyTeam } from '../conversation/outbox/reply-team.ts';
import { enqueue } from '../conversation/outbox/rows.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { toLeadID, toRows } from '../platform/store/ids.ts';
import type { Beginning } from './beginning.ts';
import { listNewLeads, listSilentLeads, listUsedRules } from './candidates.ts';
import { findLeadFacts, readConversationFacts, readNewestMessage } from './facts.ts';
import type { Gate } from './gate.ts';
import { followUpNoticeMs, judge, findMismatch, type LeadFacts, type Situation } from './judge.ts';
import { listRules, type StoredRule } from './rules.ts';
import { readPause, readSituation } from './situation.ts';

export type Planner = ReturnType<typeof createPlanner>;

const planEveryMs = 30_000;
/** The app shows its leads first. */
const firstPlanMs = 1_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Older leads, which arrived while the app was closed, are not even marked as too late. */
const lookBackMs = 3 * dayMs;
/** Closed days can lengthen a wait in business days by this much. */
const closedDaysMs = 14 * dayMs;

/** Reasons that are stored with the lead, because they stay true. */
const storedReasons: readonly NotSentReason[] = ['gap', 'noText', 'tooLate', 'dailyLimit'];

export const createPlanner = (
  dependencies: Omit<EngineDependencies, 'random'> & {
    readonly gate: Gate;
    /** Sends due replies. */
    readonly pump: () => void;
    readonly readUndoSeconds: () => number;
    /** Null without a team: this desktop then sends all replies. */
    readonly getTeam: () => Pick<ReplyTeam, 'mayReplyByRule' | 'findRuleReplyID'> | null;
  },
) => {
  const { store, clock, log, gate, publish, pump, readUndoSeconds, getTeam } = dependencies;

  const enqueueReply = (
    rule: AutomaticRule,
    { lead, accountID }: LeadFacts,
    replyID: ReplyID,
    sendAt: number,
    text: string,
  ): void => {
    const now = clock.now();
    const knownTo = readNewestMessage(store, lead);
    const automatic = rule.isAnswer ? byAnsweringRule : byRule;
    const message = insertOwnMessage(store, { lead, accountID, text, now, automatic });
    if (findReplyByID(store, replyID) === null) claimReplyID(store, { replyID, message, lead });
    else reclaimReplyID(store, { replyID, message });
    const undoMs = readUndoSeconds() * 1_000;
    const isSoon = sendAt - now <= undoMs;
    enqueue(store, {
      ...{ message, lead, accountID },
      undoMs: isSoon ? undoMs : 0,
      nextAt: clock.steady() + (isSoon ? undoMs : 0),
      later: isSoon ? undefined : { at: sendAt, unlessAnswered: false },
      // The judge considers answers of colleagues.
      seen: null,
    });
    putRuleReply(store, { ...buildRow(rule, lead), message, knownTo, reason: null });
    refreshInbox(store, lead);
  };

  const buildRow = (rule: AutomaticRule, lead: number) => {
    const { ruleID, name: ruleName, when } = rule;
    return { lead, ruleID, ruleName, kind: when.kind, gap: '', at: clock.now() };
  };

  /** The first rule that is for the lead decides, even if it sends nothing. */
  const plan = (
    lead: number,
    rules: readonly StoredRule[],
    situation: Situation,
  ): 'queued' | 'stored' | null => {
    const facts = findLeadFacts(store, lead, situation.now);
    const stored = rules.find(
      ({ rule }) => facts !== null && findMismatch(rule, facts, situation.businessTime) === null,
    );
    if (facts === null || stored === undefined) return null;
    const colleagues = getTeam();
    if (colleagues?.mayReplyByRule(facts.accountID) === false) return null;
    const { rule } = stored;
    const conversation = readConversationFacts(store, lead, rule.when.kind, gate.isTyping(lead));
    const beginnings = [stored.beginning, ...situation.beginnings];
    const verdict = judge(rule, facts, conversation, { ...situation, beginnings });
    if (verdict.shouldSend) {
      const replyID = colleagues?.findRuleReplyID(lead, rule.ruleID) ?? (randomUUID() as ReplyID);
      if (replyID === 'taken') return null;
      enqueueReply(rule, facts, replyID, verdict.sendAt, verdict.text);
      return 'queued';
    }
    const { reason, gap } = verdict;
    if (!storedReasons.includes(reason)) return null;
    putRuleReply(store, { ...buildRow(rule, lead), message: null, knownTo: 0, reason, gap });
    return 'stored';
  };

  /** Plans for several leads in one transaction; returns those with a new decision. */
  const planAll = (
    leads: readonly number[],
    findRules: (lead: number) => readonly StoredRule[],
    resumed: Beginning,
  ): readonly number[] => {
    if (leads.length === 0) return [];
    return store.write(() => {
      const situation = readSituation(store, clock.now());
      let { remainingToday } = situation;
      return leads.filter((lead) => {
        const outcome = plan(lead, findRules(lead), {
          ...situation,
          beginnings: [resumed],
          remainingToday,
        });
        if (outcome === 'queued') remainingToday -= 1;
        return outcome !== null;
      });
    });
  };

  /** Computes the time before which everything is history for all of the rules. */
  const computeHistoryEnd = (rules: readonly StoredRule[], resumed: Beginning): number =>
    Math.max(resumed.at, Math.min(...rules.map(({ beginning }) => beginning.at)));

  const planNew = (
    rules: readonly StoredRule[],
    among: readonly number[] | null,
    resumed: Beginning,
  ): readonly number[] => {
    if (rules.length === 0) return [];
    const since = Math.max(clock.now() - lookBackMs, computeHistoryEnd(rules, resumed));
    return planAll(listNewLeads(store, since, among), () => rules, resumed);
  };

  /** Computes the shortest and longest wait of a rule, without closed days. */
  const computeWaits = ({ rule: { when } }: StoredRule): { least: number; most: number } => {
    if (when.kind === 'newLead') return { least: 0, most: 0 };
    return when.unit === 'hours'
      ? { least: when.count * hourMs, most: when.count * hourMs + dayMs }
      : { least: (when.count - 1) * dayMs, most: 7 * when.count * dayMs };
  };

  const planFollowUps = (rules: readonly StoredRule[], resumed: Beginning): readonly number[] => {
    if (rules.length === 0) return [];
    const now = clock.now();
    const waits = rules.map(computeWaits);
    const longest = Math.max(...waits.map(({ most }) => most)) + closedDaysMs;
    const from = Math.max(now - longest, computeHistoryEnd(rules, resumed));
    const to = now + followUpNoticeMs - Math.min(...waits.map(({ least }) => least));
    const listUnusedRules = (lead: number): readonly StoredRule[] => {
      const used = listUsedRules(store, lead);
      return rules.filter(({ rule }) => !used.has(rule.ruleID));
    };
    const leads = listSilentLeads(store, from, to).filter(
      (lead) => listUnusedRules(lead).length > 0,
    );
    return planAll(leads, listUnusedRules, resumed);
  };

  const takeBackOutdated = (among: readonly number[] | null): readonly number[] => {
    const only = among === null ? null : new Set(among);
    const waiting = listWaitingReplies(store).filter(({ lead }) => only?.has(lead) !== false);
    if (waiting.length === 0) return [];
    return store.write(() => waiting.filter(gate.takeBackOutdated)).map(({ lead }) => lead);
  };

  const planFor = (among: readonly number[] | null): void => {
    const takenBack = takeBackOutdated(among);
    const { isPaused, resumed } = readPause(store);
    const active = isPaused ? [] : listRules(store).filter(({ rule }) => rule.isOn);
    const filterActive = (kind: AutomaticRule['when']['kind']): readonly StoredRule[] =>
      active.filter(({ rule }) => rule.when.kind === kind);
    const decided = [
      ...planNew(filterActive('newLead'), among, resumed),
      ...(among === null ? planFollowUps(filterActive('silence'), resumed) : []),
    ];
    const leads = [...new Set([...takenBack, ...decided])];
    if (leads.length === 0) return;
    publish({ kinds: ['leads', 'automaticReplies', 'connection'], leadIDs: leads.map(toLeadID) });
    pump();
  };

  const schedule = createSchedule(clock, (thrown) => {
    log.error({ err: thrown }, 'automatic replies could not be planned');
    schedule.in('all', planEveryMs, planEverything);
  });
  const planEverything = (): void => {
    schedule.in('all', planEveryMs, planEverything);
    planFor(null);
  };
  schedule.in('all', firstPlanMs, planEverything);

  return {
    /** Plans for the leads that a commit changed; for all leads after a change of saved replies. */
    onChange: ({ kinds, leadIDs }: Change): void => {
      if (kinds.includes('savedReplies')) schedule.now('all', planEverything);
      if (!kinds.includes('leads')) return;
      if (leadIDs === null) schedule.now('all', planEverything);
      else if (leadIDs.length > 0) schedule.now('leads', () => planFor(toRows(leadIDs)));
    },
    /** Plans for all leads. Call after a change of the rules and when the computer wakes up. */
    planNow: () => schedule.now('all', planEverything),
    stop: schedule.stop,
  };
};
