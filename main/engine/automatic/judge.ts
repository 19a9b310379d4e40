/**
 * Decides whether and when a rule replies to a lead. Pure, because it has three callers: the planner judges the
 * present, the gate judges again before sending, and the preview judges the past.
 */
import type { NotSentReason, RuleDefinition } from '../../../contract/automatic-replies.ts';
import type { ReplyLanguage } from '../../../contract/customer-language.ts';
import { maxFollowUps } from '../../../contract/limits.ts';
import type { AccountID } from '../../../contract/records.ts';
import { fillTemplate, gapNames, gapsIn, valuesOf } from '../../../contract/template.ts';
import { timeZoneOf } from '../platform/time-zones.ts';
import type { BusinessTime } from '../platform/business-time.ts';
import { isHistory, type Beginning } from './beginning.ts';
import { followUpAt, withinHours } from './times.ts';

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
  /** The reason why no rule may reply to it, whatever its conversation; null if one may. */
  readonly obstacle: NotSentReason | null;
  /** The lead may have been answered elsewhere. */
  readonly isConversationUnread: boolean;
};

/** A lead's conversation as it is at the judged time. */
export type Moment = {
  /** A person has answered; for a follow-up: another reply was sent or is in the outbox. */
  readonly isAnswered: boolean;
  /** The customer has written while the reply waited. */
  readonly customerWrote: boolean;
  /** Time of our last message; null if the customer wrote later or another reply is in the outbox. */
  readonly silentSince: number | null;
  /** Number of that message; 0 without one. */
  readonly silentAfter: number;
  /** The lead has a draft, or somebody is typing a reply to it. */
  readonly isWriting: boolean;
  /** Other follow-ups that rules have sent to the lead or queued. */
  readonly followUps: number;
};

/** Everything else that a verdict depends on. */
export type Situation = {
  readonly now: number;
  /** Leads, or silence, from before one of these are history: the rule was off or paused. */
  readonly beginnings: readonly Beginning[];
  readonly businessTime: BusinessTime;
  /** IANA name of the time zone of the business hours. */
  readonly businessZone: string;
  /** Automatic replies that may still be sent today. */
  readonly left: number;
  /** Text of a rule in the customer's language; null if its saved reply was removed. */
  readonly templateOf: (
    content: RuleDefinition['content'],
    language: () => ReplyLanguage,
  ) => string | null;
  readonly languageOf: (lead: LeadFacts) => ReplyLanguage;
};

export type Verdict =
  | { readonly sends: true; readonly sendAt: number; readonly text: string }
  | { readonly sends: false; readonly reason: NotSentReason; readonly gap: string };

const minuteMs = 60_000;
/** A follow-up is shown this long before it is sent. */
export const followUpNoticeMs = 15 * minuteMs;
/** A follow-up that is late by a day, because the computer was off, is not sent. */
const followUpLateMs = 24 * 60 * minuteMs;

const isSame = (one: string, other: string): boolean =>
  one.localeCompare(other, undefined, { sensitivity: 'base' }) === 0;

const isInArea = (area: string, { city, zipCode }: LeadFacts): boolean =>
  /^\d+$/.test(area) ? zipCode.startsWith(area) : isSame(area, city);

const allows = (choices: readonly string[], isMet: (choice: string) => boolean): boolean =>
  choices.length === 0 || choices.some(isMet);

/** Returns the reason why a rule is not for a lead; null if it is. */
export const findMismatch = (
  { leads }: Pick<RuleDefinition, 'leads'>,
  lead: LeadFacts,
  businessTime: BusinessTime,
): NotSentReason | null => {
  if (!allows(leads.businesses, (businessID) => businessID === lead.businessID)) return 'business';
  if (!allows(leads.categories, (category) => isSame(category, lead.category))) return 'category';
  if (!allows(leads.areas, (area) => isInArea(area, lead))) return 'area';
  const isOpen = businessTime.between(lead.createdAt, lead.createdAt + 1) > 0;
  if (leads.hours !== 'any' && (leads.hours === 'open') !== isOpen) return 'hours';
  const isCharged = /^charged$/i.test(lead.chargeState);
  if (leads.charge !== 'any' && (leads.charge === 'charged') !== isCharged) return 'charge';
  return null;
};

const unsent = (reason: NotSentReason, gap = ''): Verdict => ({ sends: false, reason, gap });

/** Time at which a rule replies to a lead, and from which it is too late; null if it never does. */
export const dueTimes = (
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
    silentSince === null ? null : followUpAt(silentSince, when, businessTime, businessZone);
  if (wanted === null) return null;
  const sendAt = withinHours(wanted, when, timeZoneOf(lead) ?? businessZone);
  return { sendAt, lateAt: sendAt + followUpLateMs };
};

const obstacleIn = (rule: RuleDefinition, moment: Moment): NotSentReason | null => {
  if (moment.isAnswered) return 'answered';
  if (moment.customerWrote) return 'customerWrote';
  if (rule.when.kind === 'silence') {
    if (moment.silentSince === null) return 'notAnswered';
    if (moment.followUps >= maxFollowUps) return 'followUps';
  }
  return moment.isWriting ? 'writing' : null;
};

/** Judges a rule for a lead at `situation.now`. A verdict that sends can be for a later time. */
export const judge = (
  rule: RuleDefinition,
  lead: LeadFacts,
  moment: Moment,
  situation: Situation,
): Verdict => {
  const { now, beginnings, businessTime, left, templateOf, languageOf } = situation;
  const reason =
    findMismatch(rule, lead, businessTime) ?? lead.obstacle ?? obstacleIn(rule, moment);
  if (reason !== null) return unsent(reason);
  const [kind, dated] =
    rule.when.kind === 'newLead'
      ? (['lead', { at: lead.createdAt, row: lead.lead }] as const)
      : (['message', { at: moment.silentSince ?? 0, row: moment.silentAfter }] as const);
  if (beginnings.some((each) => isHistory(each, kind, dated))) return unsent('history');
  const due = dueTimes(rule, lead, moment.silentSince, situation);
  if (due === null) return unsent('notYet');
  if (now >= due.lateAt) return unsent('tooLate');
  if (lead.isConversationUnread) return unsent('unheard');
  if (rule.when.kind === 'silence' && due.sendAt > now + followUpNoticeMs) return unsent('notYet');
  const template = templateOf(rule.content, () => languageOf(lead));
  if (template === null) return unsent('noText');
  const values = valuesOf(lead);
  const { text } = fillTemplate(template, values, gapNames.en);
  const gap = gapsIn(text, values)[0]?.text;
  if (gap !== undefined) return unsent('gap', gap);
  return left > 0 ? { sends: true, sendAt: due.sendAt, text } : unsent('dailyLimit');
};
