/**
 * Plans automatic replies from the database, so that a crash neither loses nor repeats one: a reply, its outbox row
 * and the row that makes it unique are written in one transaction.
 */
import { randomUUID } from 'node:crypto';
import type { AutomaticRule, NotSentReason } from '../../../contract/automatic-replies.ts';
import type { Change } from '../../../contract/events.ts';
import type { ReplyID } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { createSchedule } from '../../clock/schedule.ts';
import type { Log } from '../../log/log.ts';
import { byAnsweringRule, byRule } from '../conversation/automatic.ts';
import { insertOwnMessage } from '../conversation/messages.ts';
import { claimReplyID, reclaimReplyID, replyByID } from '../conversation/replies.ts';
import { putRuleReply, waitingReplies, type RuleReply } from '../conversation/rule-replies.ts';
import type { ReplyTeam } from '../conversation/outbox/reply-team.ts';
import { enqueue } from '../conversation/outbox/rows.ts';
import { refreshInbox } from '../leads/inbox.ts';
import { leadIDOf, rowsOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import type { Beginning } from './beginning.ts';
import { newLeads, silentLeads, usedRules } from './candidates.ts';
import { leadFacts, momentOf, newestMessage } from './facts.ts';
import type { Gate } from './gate.ts';
import { followUpNoticeMs, judge, findMismatch, type LeadFacts, type Situation } from './judge.ts';
import { storedRules, type StoredRule } from './rules.ts';
import { pauseNow, situationAt } from './situation.ts';

export type Planner = {
  /** Plans for the leads that a commit changed; for all leads after a change of saved replies. */
  readonly changed: (change: Change) => void;
  /** Plans for all leads. Call after a change of the rules and when the computer wakes up. */
  readonly planNow: () => void;
  readonly stop: () => void;
};

const planEveryMs = 30_000;
/** Delay at the start, so that the app shows its leads first. */
const firstPlanMs = 1_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Leads that arrived earlier, while the app was closed, are not even marked as too late. */
const lookBackMs = 3 * dayMs;
/** Closed days may lengthen a wait in business days by this much. */
const closedDaysMs = 14 * dayMs;

/** Reasons that are stored with the lead, because they do not pass. */
const storedReasons: readonly NotSentReason[] = ['gap', 'noText', 'tooLate', 'dailyLimit'];

export const createPlanner = (dependencies: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly gate: Gate;
  readonly publish: (change: Change) => void;
  /** Sends due replies. */
  readonly pump: () => void;
  readonly undoSeconds: () => number;
  /** Null without a team: this desktop then sends all replies. */
  readonly team: () => Pick<ReplyTeam, 'repliesByRule' | 'ruleReply'> | null;
}): Planner => {
  const { store, clock, log, gate, publish, pump, undoSeconds, team } = dependencies;

  const queue = (
    rule: AutomaticRule,
    { lead, accountID }: LeadFacts,
    replyID: ReplyID,
    sendAt: number,
    text: string,
  ): void => {
    const now = clock.now();
    const knownTo = newestMessage(store, lead);
    const automatic = rule.isAnswer ? byAnsweringRule : byRule;
    const message = insertOwnMessage(store, { lead, accountID, text, now, automatic });
    if (replyByID(store, replyID) === null) claimReplyID(store, { replyID, message, lead });
    else reclaimReplyID(store, { replyID, message });
    const undoMs = undoSeconds() * 1_000;
    const isSoon = sendAt - now <= undoMs;
    enqueue(store, {
      ...{ message, lead, accountID },
      undoMs: isSoon ? undoMs : 0,
      nextAt: clock.steady() + (isSoon ? undoMs : 0),
      later: isSoon ? undefined : { at: sendAt, unlessAnswered: false },
      // The rule judges answers of colleagues itself.
      seen: null,
    });
    putRuleReply(store, { ...rowOf(rule, lead), message, knownTo, reason: null });
    refreshInbox(store, lead);
  };

  const rowOf = (
    { ruleID, name: ruleName, when }: AutomaticRule,
    lead: number,
  ): Omit<RuleReply, 'message' | 'knownTo' | 'reason'> => ({
    ...{ lead, ruleID, ruleName, kind: when.kind, gap: '', at: clock.now() },
  });

  /** The first rule that is for the lead decides, even if it then sends nothing. */
  const plan = (
    lead: number,
    rules: readonly StoredRule[],
    situation: Situation,
  ): 'queued' | 'stored' | null => {
    const facts = leadFacts(store, lead, situation.now);
    const stored = rules.find(
      ({ rule }) => facts !== null && findMismatch(rule, facts, situation.businessTime) === null,
    );
    if (facts === null || stored === undefined) return null;
    const colleagues = team();
    if (colleagues?.repliesByRule(facts.accountID) === false) return null;
    const { rule } = stored;
    const moment = momentOf(store, lead, rule.when.kind, gate.isTyping(lead));
    const beginnings = [stored.beginning, ...situation.beginnings];
    const verdict = judge(rule, facts, moment, { ...situation, beginnings });
    if (verdict.sends) {
      const replyID = colleagues?.ruleReply(lead, rule.ruleID) ?? (randomUUID() as ReplyID);
      if (replyID === 'taken') return null;
      queue(rule, facts, replyID, verdict.sendAt, verdict.text);
      return 'queued';
    }
    const { reason, gap } = verdict;
    if (!storedReasons.includes(reason)) return null;
    putRuleReply(store, { ...rowOf(rule, lead), message: null, knownTo: 0, reason, gap });
    return 'stored';
  };

  /** Plans for several leads in one transaction; returns those with a new decision. */
  const planAll = (
    leads: readonly number[],
    rulesFor: (lead: number) => readonly StoredRule[],
    resumed: Beginning,
  ): readonly number[] => {
    if (leads.length === 0) return [];
    return store.write(() => {
      const situation = situationAt(store, clock.now());
      let { left } = situation;
      return leads.filter((lead) => {
        const outcome = plan(lead, rulesFor(lead), { ...situation, beginnings: [resumed], left });
        if (outcome === 'queued') left -= 1;
        return outcome !== null;
      });
    });
  };

  /** Everything earlier is history for all of the rules. */
  const firstBeginning = (rules: readonly StoredRule[], resumed: Beginning): number =>
    Math.max(resumed.at, Math.min(...rules.map(({ beginning }) => beginning.at)));

  const planNew = (
    rules: readonly StoredRule[],
    among: readonly number[] | null,
    resumed: Beginning,
  ): readonly number[] => {
    if (rules.length === 0) return [];
    const since = Math.max(clock.now() - lookBackMs, firstBeginning(rules, resumed));
    return planAll(newLeads(store, since, among), () => rules, resumed);
  };

  const waitsOf = ({ rule: { when } }: StoredRule): { least: number; most: number } => {
    if (when.kind === 'newLead') return { least: 0, most: 0 };
    return when.unit === 'hours'
      ? { least: when.count * hourMs, most: when.count * hourMs + dayMs }
      : { least: (when.count - 1) * dayMs, most: 7 * when.count * dayMs };
  };

  const planFollowUps = (rules: readonly StoredRule[], resumed: Beginning): readonly number[] => {
    if (rules.length === 0) return [];
    const now = clock.now();
    const waits = rules.map(waitsOf);
    const longest = Math.max(...waits.map(({ most }) => most)) + closedDaysMs;
    const from = Math.max(now - longest, firstBeginning(rules, resumed));
    const to = now + followUpNoticeMs - Math.min(...waits.map(({ least }) => least));
    const unusedRules = (lead: number): readonly StoredRule[] => {
      const used = usedRules(store, lead);
      return rules.filter(({ rule }) => !used.has(rule.ruleID));
    };
    const leads = silentLeads(store, from, to).filter((lead) => unusedRules(lead).length > 0);
    return planAll(leads, unusedRules, resumed);
  };

  const takeBackOutdated = (among: readonly number[] | null): readonly number[] => {
    const only = among === null ? null : new Set(among);
    const waiting = waitingReplies(store).filter(({ lead }) => only?.has(lead) !== false);
    if (waiting.length === 0) return [];
    return store.write(() => waiting.filter(gate.takeBackOutdated)).map(({ lead }) => lead);
  };

  const planFor = (among: readonly number[] | null): void => {
    const takenBack = takeBackOutdated(among);
    const { isPaused, resumed } = pauseNow(store);
    const active = isPaused ? [] : storedRules(store).filter(({ rule }) => rule.isOn);
    const ofKind = (kind: AutomaticRule['when']['kind']): readonly StoredRule[] =>
      active.filter(({ rule }) => rule.when.kind === kind);
    const decided = [
      ...planNew(ofKind('newLead'), among, resumed),
      ...(among === null ? planFollowUps(ofKind('silence'), resumed) : []),
    ];
    const leads = [...new Set([...takenBack, ...decided])];
    if (leads.length === 0) return;
    publish({ kinds: ['leads', 'automaticReplies', 'connection'], leadIDs: leads.map(leadIDOf) });
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
    changed: ({ kinds, leadIDs }) => {
      if (kinds.includes('savedReplies')) schedule.now('all', planEverything);
      if (!kinds.includes('leads')) return;
      if (leadIDs === null) schedule.now('all', planEverything);
      else if (leadIDs.length > 0) schedule.now('leads', () => planFor(rowsOf(leadIDs)));
    },
    planNow: () => schedule.now('all', planEverything),
    stop: schedule.stop,
  };
};
