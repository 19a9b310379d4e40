/** Previews a rule: judges the leads of the last 30 days. Their marks at that time are unknown. */
import type { AutomaticRule } from '../../../contract/automatic-replies.ts';
import type { CommandOutput } from '../../../contract/commands.ts';
import { recognized } from '../conversation/automatic.ts';
import { startOfDay } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { readSettings } from '../platform/settings.ts';
import type { Steps } from '../platform/slices.ts';
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { isTest, leadColumns, leadTables, withRequestMs } from './facts.ts';
import { computeDueTimes, judge, findMismatch } from './judge.ts';
import type { LeadFacts, ConversationFacts, Situation, Verdict } from './judge.ts';
import { listRules } from './rules.ts';
import { readSituation } from './situation.ts';

const pastMs = 30 * 24 * 60 * 60_000;
/** The counts include the others. */
const maxListed = 100;
/** Leads judged between two yields. */
const pageSize = 50;

type PastLead = Omit<LeadFacts, 'obstacle' | 'isConversationUnread'> & { readonly test: number };
type PastMessage = { readonly side: string; readonly automatic: number; readonly at: number };
type Position = { readonly createdAt: number; readonly lead: number };

/** Lists a page of leads, newest first. */
const listLeadsBefore = (store: Store, since: number, before: Position): readonly PastLead[] =>
  store
    .prepare<[number, number, number], PastLead>(
      `SELECT ${leadColumns}, ${isTest} AS test FROM ${leadTables}
       WHERE l.complete = 1 AND l.created_at >= ? AND (l.created_at, l.lead) < (?, ?)
       ORDER BY l.created_at DESC, l.lead DESC LIMIT ${pageSize}`,
    )
    .all(since, before.createdAt, before.lead);

const listMessages = (store: Store, lead: number): readonly PastMessage[] =>
  store
    .prepare<[number], PastMessage>(
      `SELECT side, automatic, sent_at AS at FROM messages
       WHERE lead = ? AND (automatic = 0 OR automatic > ${recognized}) ORDER BY sent_at, message`,
    )
    .all(lead);

const emptyConversation: ConversationFacts = {
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
  const now = computeDueTimes(rule, lead, null, situation)?.sendAt ?? situation.now;
  const isAnswered = messages.some(
    ({ side, automatic, at }) => side !== 'customer' && automatic === 0 && at < now,
  );
  const customerWrote = messages.some(
    ({ side, at }) => side === 'customer' && at > lead.createdAt + withRequestMs && at < now,
  );
  return judge(
    rule,
    lead,
    { ...emptyConversation, isAnswered, customerWrote },
    { ...situation, now },
  );
};

/** Judges the silence after each of our messages, up to the first in which the rule would have replied. */
const judgeSilences = (
  rule: AutomaticRule,
  lead: LeadFacts,
  messages: readonly PastMessage[],
  situation: Situation,
): Verdict => {
  let verdict = judge(rule, lead, emptyConversation, situation);
  if (!verdict.shouldSend && verdict.reason !== 'notAnswered') return verdict;
  for (const [index, { side, at }] of messages.entries()) {
    const due = side === 'business' ? computeDueTimes(rule, lead, at, situation) : null;
    if (due === null) continue;
    const next = messages[index + 1];
    if (next !== undefined && next.at <= due.sendAt) {
      const reason = next.side === 'customer' ? 'customerWrote' : 'answered';
      verdict = { shouldSend: false, reason, gap: '' };
      continue;
    }
    const conversation = { ...emptyConversation, silentSince: at };
    const now = Math.min(due.sendAt, situation.now);
    verdict = judge(rule, lead, conversation, { ...situation, now });
    if (verdict.shouldSend && verdict.sendAt > situation.now)
      verdict = { shouldSend: false, reason: 'notYet', gap: '' };
    if (verdict.shouldSend) break;
  }
  return verdict;
};

type Judged = { readonly lead: PastLead; verdict: Verdict };

/** Applies the daily limit to the replies in their order of time. */
const applyDailyLimit = (judged: readonly Judged[], most: number, zone: string): void => {
  const days = new Map<number, number>();
  const sent = judged.flatMap((each) =>
    each.verdict.shouldSend ? [{ each, at: each.verdict.sendAt }] : [],
  );
  for (const { each, at } of sent.toSorted((one, other) => one.at - other.at)) {
    const day = startOfDay(at, zone);
    const count = getOrAdd(days, day, () => 0);
    days.set(day, count + 1);
    if (count >= most) each.verdict = { shouldSend: false, reason: 'dailyLimit', gap: '' };
  }
};

/** Yields between pages of leads. @param now UTC milliseconds */
export function* previewRule(
  store: Store,
  rule: AutomaticRule,
  now: number,
): Steps<CommandOutput<'automaticReplies.preview'>> {
  const situation = { ...readSituation(store, now), remainingToday: 1 };
  const stored = listRules(store).map((each) => each.rule);
  const index = stored.findIndex(({ ruleID }) => ruleID === rule.ruleID);
  const earlier = stored
    .slice(0, index < 0 ? undefined : index)
    .filter(({ isOn, when }) => isOn && when.kind === 'newLead');
  const isForEarlierRule = (lead: LeadFacts): boolean =>
    rule.when.kind === 'newLead' &&
    earlier.some((other) => findMismatch(other, lead, situation.businessTime) === null);

  const judgePastLead = (past: PastLead): Verdict => {
    const lead: LeadFacts = {
      ...past,
      obstacle: past.test === 1 ? 'test' : null,
      isConversationUnread: false,
    };
    const reason = findMismatch(rule, lead, situation.businessTime);
    if (reason !== null) return { shouldSend: false, reason, gap: '' };
    if (isForEarlierRule(lead)) return { shouldSend: false, reason: 'otherRule', gap: '' };
    const judgePast = rule.when.kind === 'newLead' ? judgeNewLead : judgeSilences;
    return judgePast(rule, lead, listMessages(store, past.lead), situation);
  };

  const judged: Judged[] = [];
  let before: Position = { createdAt: now + 1, lead: 0 };
  for (;;) {
    const leads = listLeadsBefore(store, now - pastMs, before);
    for (const lead of leads) judged.push({ lead, verdict: judgePastLead(lead) });
    before = leads.at(-1) ?? before;
    if (leads.length < pageSize) break;
    yield;
  }
  applyDailyLimit(judged, readSettings(store).automaticRepliesADay, situation.businessZone);
  return {
    leads: judged.slice(0, maxListed).map(({ lead, verdict }) => ({
      leadID: toLeadID(lead.lead),
      customerName: lead.customerName,
      createdAt: lead.createdAt,
      sendAt: verdict.shouldSend ? verdict.sendAt : null,
      text: verdict.shouldSend ? verdict.text : null,
      reason: verdict.shouldSend ? null : verdict.reason,
      gap: verdict.shouldSend ? '' : verdict.gap,
    })),
    sent: judged.filter(({ verdict }) => verdict.shouldSend).length,
    all: judged.length,
  };
}
