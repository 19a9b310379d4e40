/**
 * Decides if and when a rule replies to a lead. Reads nothing itself: the planner judges the present, the gate judges
 * again before sending, and the preview judges the past.
 */
import type { NotSentReason, RuleDefinition } from '../../../contract/automatic-replies.ts';
import type { ReplyLanguage } from '../../../contract/customer-language.ts';
import { maxFollowUps } from '../../../contract/limits.ts';
import type { AccountID } from '../../../contract/records.ts';
import { fillTemplate, gapNames, findGaps, buildValues } from '../../../contract/template.ts';
import { findTimeZone } from '../platform/time-zones.ts';
import type { BusinessTime } from '../platform/business-time.ts';
import { isHistory, type Beginning } from './beginning.ts';
import { computeFollowUpTime, moveIntoHours } from './times.ts';

/** A lead as a rule sees it. Times are UTC milliseconds. */
export type LeadFacts = {
  readonly lead: number;
  readonly accountID: AccountID;
  readonly businessID: string;
  readonly businessName: string;
  readonly customerName: string;
  readonly category: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly chargeState: string;
  readonly createdAt: number;
  /** Reason for which no rule may reply to it, whatever its conversation; null if there is none. */
  readonly obstacle: NotSentReason | null;
  /** The lead may have been answered elsewhere. */
  readonly isConversationUnread: boolean;
};

/** A lead's conversation at the judged time. */
export type ConversationFacts = {
  /** For a first reply: a person has answered. For a follow-up: another reply was sent or is in the outbox. */
  readonly isAnswered: boolean;
  /** The customer wrote while the reply waited. */
  readonly customerWrote: boolean;
  /** Time of our last message; null if the customer wrote later or another reply is in the outbox. */
  readonly silentSince: number | null;
  /** Number of that message; 0 without one. */
  readonly silentAfter: number;
  /** The lead has a draft, or somebody is typing a reply to it. */
  readonly isWriting: boolean;
  /** Number of other follow-ups to the lead, sent or queued. */
  readonly followUps: number;
};

/** Everything else that a verdict depends on. */
export type Situation = {
  readonly now: number;
  /** Leads and silences from before one of these are history: the rule was off or paused. */
  readonly beginnings: readonly Beginning[];
  readonly businessTime: BusinessTime;
  /** IANA name of the time zone of the business hours. */
  readonly businessZone: string;
  /** Automatic replies that may still be sent today. */
  readonly remainingToday: number;
  /** Finds the text of a rule in the customer's language; null if its saved reply was removed. */
  readonly findTemplate: (
    content: RuleDefinition['content'],
    language: () => ReplyLanguage,
  ) => string | null;
  readonly detectLanguage: (lead: LeadFacts) => ReplyLanguage;
};

export type Verdict =
  | { readonly shouldSend: true; readonly sendAt: number; readonly text: string }
  | { readonly shouldSend: false; readonly reason: NotSentReason; readonly gap: string };

const minuteMs = 60_000;
/** Time for which a follow-up is shown before it is sent. */
export const followUpNoticeMs = 15 * minuteMs;
/** Delay after which a follow-up is not sent, because the computer was off. */
const followUpLateMs = 24 * 60 * minuteMs;

const isSame = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;

const isInArea = (area: string, { city, zipCode }: LeadFacts): boolean =>
  /^\d+$/.test(area) ? zipCode.startsWith(area) : isSame(area, city);

const isMatch = (choices: readonly string[], isMet: (choice: string) => boolean): boolean =>
  choices.length === 0 || choices.some(isMet);

/** Finds the reason why a rule is not for a lead; null if it is. */
export const findMismatch = (
  { leads }: Pick<RuleDefinition, 'leads'>,
  lead: LeadFacts,
  businessTime: BusinessTime,
): NotSentReason | null => {
  if (!isMatch(leads.businesses, (businessID) => businessID === lead.businessID)) return 'business';
  if (!isMatch(leads.categories, (category) => isSame(category, lead.category))) return 'category';
  if (!isMatch(leads.areas, (area) => isInArea(area, lead))) return 'area';
  const isOpen = businessTime.measure(lead.createdAt, lead.createdAt + 1) > 0;
  if (leads.hours !== 'any' && (leads.hours === 'open') !== isOpen) return 'hours';
  const isCharged = /^charged$/i.test(lead.chargeState);
  if (leads.charge !== 'any' && (leads.charge === 'charged') !== isCharged) return 'charge';
  return null;
};

const reject = (reason: NotSentReason, gap = ''): Verdict => ({ shouldSend: false, reason, gap });

/** Computes when a rule replies to a lead and when it is too late; null if it never replies. */
export const computeDueTimes = (
  { when }: RuleDefinition,
  lead: LeadFacts,
  silentSince: number | null,
  { businessTime, businessZone }: Situation,
): { readonly sendAt: number; readonly lateAt: number } | null => {
  if (when.kind === 'newLead')
    return {
      sendAt: lead.createdAt + when.afterSeconds * 1_000,
      lateAt: lead.createdAt + when.withinMinutes * minuteMs,
    };
  const wanted =
    silentSince === null
      ? null
      : computeFollowUpTime(silentSince, when, businessTime, businessZone);
  if (wanted === null) return null;
  const sendAt = moveIntoHours(wanted, when, findTimeZone(lead) ?? businessZone);
  return { sendAt, lateAt: sendAt + followUpLateMs };
};

const findConversationObstacle = (
  rule: RuleDefinition,
  conversation: ConversationFacts,
): NotSentReason | null => {
  if (conversation.isAnswered) return 'answered';
  if (conversation.customerWrote) return 'customerWrote';
  if (rule.when.kind === 'silence') {
    if (conversation.silentSince === null) return 'notAnswered';
    if (conversation.followUps >= maxFollowUps) return 'followUps';
  }
  return conversation.isWriting ? 'writing' : null;
};

/** Judges a rule for a lead at `situation.now`. The reply may be for a later time. */
export const judge = (
  rule: RuleDefinition,
  lead: LeadFacts,
  conversation: ConversationFacts,
  situation: Situation,
): Verdict => {
  const { now, beginnings, businessTime, remainingToday, findTemplate, detectLanguage } = situation;
  const reason =
    findMismatch(rule, lead, businessTime) ??
    lead.obstacle ??
    findConversationObstacle(rule, conversation);
  if (reason !== null) return reject(reason);
  const [kind, dated] =
    rule.when.kind === 'newLead'
      ? (['lead', { at: lead.createdAt, row: lead.lead }] as const)
      : ([
          'message',
          { at: conversation.silentSince ?? 0, row: conversation.silentAfter },
        ] as const);
  if (beginnings.some((each) => isHistory(each, kind, dated))) return reject('history');
  const due = computeDueTimes(rule, lead, conversation.silentSince, situation);
  if (due === null) return reject('notYet');
  if (now >= due.lateAt) return reject('tooLate');
  if (lead.isConversationUnread) return reject('unheard');
  if (rule.when.kind === 'silence' && due.sendAt > now + followUpNoticeMs) return reject('notYet');
  const template = findTemplate(rule.content, () => detectLanguage(lead));
  if (template === null) return reject('noText');
  const values = buildValues(lead);
  const { text } = fillTemplate(template, values, gapNames.en);
  const gap = findGaps(text, values)[0]?.text;
  if (gap !== undefined) return reject('gap', gap);
  return remainingToday > 0 ? { shouldSend: true, sendAt: due.sendAt, text } : reject('dailyLimit');
};
