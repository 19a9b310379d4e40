/** Previews a rule: judges the leads of the last 30 days. Their marks at that time are unknown. */
import type { AutomaticRule } from '../../../contract/automatic-replies.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { recognized } from '../conversation/automatic.ts';
import { startOfDay } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Steps } from '../platform/slices.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { isTest, leadColumns, leadTables } from './facts.ts';
import { dueTimes, judge, findMismatch } from './judge.ts';
import type { LeadFacts, Moment, Situation, Verdict } from './judge.ts';
import { storedRules } from './rules.ts';
import { situationAt } from './situation.ts';

const pastMs = 30 * 24 * 60 * 60_000;
/** The counts include all leads. */
const maxListed = 100;
/** Leads judged between two yields. */
const pageSize = 50;
/** A customer's message this soon after the request belongs to it. */
const withRequestMs = 5_000;

type PastLead = Omit<LeadFacts, 'obstacle' | 'isConversationUnread'> & { readonly test: number };
type PastMessage = { readonly side: string; readonly automatic: number; readonly at: number };
type Position = { readonly createdAt: number; readonly lead: number };

/** Newest first. */
const leadsBefore = (store: Store, since: number, before: Position): readonly PastLead[] =>
  store
    .prepare<[number, number, number], PastLead>(
      'automatic.past',
      `SELECT ${leadColumns}, ${isTest} AS test FROM ${leadTables}
       WHERE l.complete = 1 AND l.created_at >= ? AND (l.created_at, l.lead) < (?, ?)
       ORDER BY l.created_at DESC, l.lead DESC LIMIT ${pageSize}`,
    )
    .all(since, before.createdAt, before.lead);

const messagesOf = (store: Store, lead: number): readonly PastMessage[] =>
  store
    .prepare<[number], PastMessage>(
      'automatic.pastMessages',
      `SELECT side, automatic, sent_at AS at FROM messages
       WHERE lead = ? AND (automatic = 0 OR automatic > ${recognized}) ORDER BY sent_at, message`,
    )
    .all(lead);

const emptyMoment: Moment = {
  isAnswered: false,
  customerWrote: false,
  silentSince: null,
  silentAfter: 0,
  isWriting: false,
  followUps: 0,
};

const judgeNewLead = (
  rule: AutomaticRule,
  lead: LeadFacts,
  messages: readonly PastMessage[],
  situation: Situation,
): Verdict => {
  const now = dueTimes(rule, lead, null, situation)?.sendAt ?? situation.now;
  const isAnswered = messages.some(
    ({ side, automatic, at }) => side !== 'customer' && automatic === 0 && at < now,
  );
  const customerWrote = messages.some(
    ({ side, at }) => side === 'customer' && at > lead.createdAt + withRequestMs && at < now,
  );
  return judge(rule, lead, { ...emptyMoment, isAnswered, customerWrote }, { ...situation, now });
};

/** Judges each silence after one of our messages, up to the first in which the rule would have replied. */
const judgeSilences = (
  rule: AutomaticRule,
  lead: LeadFacts,
  messages: readonly PastMessage[],
  situation: Situation,
): Verdict => {
  let verdict = judge(rule, lead, emptyMoment, situation);
  if (!verdict.sends && verdict.reason !== 'notAnswered') return verdict;
  for (const [index, { side, at }] of messages.entries()) {
    const due = side === 'business' ? dueTimes(rule, lead, at, situation) : null;
    if (due === null) continue;
    const next = messages[index + 1];
    if (next !== undefined && next.at <= due.sendAt) {
      const reason = next.side === 'customer' ? 'customerWrote' : 'answered';
      verdict = { sends: false, reason, gap: '' };
      continue;
    }
    const moment = { ...emptyMoment, silentSince: at };
    const now = Math.min(due.sendAt, situation.now);
    verdict = judge(rule, lead, moment, { ...situation, now });
    if (verdict.sends && verdict.sendAt > situation.now)
      verdict = { sends: false, reason: 'notYet', gap: '' };
    if (verdict.sends) break;
  }
  return verdict;
};

type Judged = { readonly lead: PastLead; verdict: Verdict };

/** Applies the daily limit to the replies in the order of their times. */
const applyDailyLimit = (judged: readonly Judged[], most: number, zone: string): void => {
  const days = new Map<number, number>();
  const sent = judged.flatMap((each) =>
    each.verdict.sends ? [{ each, at: each.verdict.sendAt }] : [],
  );
  for (const { each, at } of sent.toSorted((one, other) => one.at - other.at)) {
    const day = startOfDay(at, zone);
    const count = getOrAdd(days, day, () => 0);
    days.set(day, count + 1);
    if (count >= most) each.verdict = { sends: false, reason: 'dailyLimit', gap: '' };
  }
};

/** Yields between groups of leads. @param now UTC milliseconds */
export function* previewRule(
  store: Store,
  rule: AutomaticRule,
  now: number,
): Steps<CommandOutput<'automaticReplies.preview'>> {
  const situation = { ...situationAt(store, now), left: 1 };
  const stored = storedRules(store).map((each) => each.rule);
  const index = stored.findIndex(({ ruleID }) => ruleID === rule.ruleID);
  const earlier = stored
    .slice(0, index < 0 ? undefined : index)
    .filter(({ isOn, when }) => isOn && when.kind === 'newLead');
  const isForEarlierRule = (lead: LeadFacts): boolean =>
    rule.when.kind === 'newLead' &&
    earlier.some((other) => findMismatch(other, lead, situation.businessTime) === null);

  const verdictOf = (past: PastLead): Verdict => {
    const lead: LeadFacts = {
      ...past,
      obstacle: past.test === 1 ? 'test' : null,
      isConversationUnread: false,
    };
    const reason = findMismatch(rule, lead, situation.businessTime);
    if (reason !== null) return { sends: false, reason, gap: '' };
    if (isForEarlierRule(lead)) return { sends: false, reason: 'otherRule', gap: '' };
    const judgePast = rule.when.kind === 'newLead' ? judgeNewLead : judgeSilences;
    return judgePast(rule, lead, messagesOf(store, past.lead), situation);
  };

  const judged: Judged[] = [];
  let before: Position = { createdAt: now + 1, lead: 0 };
  for (;;) {
    const leads = leadsBefore(store, now - pastMs, before);
    for (const lead of leads) judged.push({ lead, verdict: verdictOf(lead) });
    before = leads.at(-1) ?? before;
    if (leads.length < pageSize) break;
    yield;
  }
  applyDailyLimit(judged, settingsNow(store).automaticRepliesADay, situation.businessZone);
  return {
    leads: judged.slice(0, maxListed).map(({ lead, verdict }) => ({
      leadID: leadIDOf(lead.lead),
      customerName: lead.customerName,
      createdAt: lead.createdAt,
      sendAt: verdict.sends ? verdict.sendAt : null,
      text: verdict.sends ? verdict.text : null,
      reason: verdict.sends ? null : verdict.reason,
      gap: verdict.sends ? '' : verdict.gap,
    })),
    sent: judged.filter(({ verdict }) => verdict.sends).length,
    all: judged.length,
  };
}
