/** Rules of automatic replies. Nothing is sent until the professional switches a rule on. */
import { z } from 'zod';
import { savedReplyID } from './commands/saved-replies.ts';
import { replyLanguages } from './customer-language.ts';
import {
  dayMinutes,
  maxReplyLength,
  maxRuleNameLength,
  maxScopeLength,
  maxAfterSeconds,
  maxFollowUpWait,
  maxRuleChoices,
  maxWithinMinutes,
} from './limits.ts';
import { readonlyObject } from './schema.ts';

/** Created by the window, so that a repeated call stores the rule once. */
export const ruleID = z.string().min(1).max(200).brand('RuleID');
export type RuleID = z.infer<typeof ruleID>;

const minutes = z.int().min(0).max(dayMinutes);
const choices = z
  .array(z.string().trim().min(1).max(maxScopeLength))
  .max(maxRuleChoices)
  .readonly();

const trigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('newLead'),
    /** Delay after the lead was created. */
    afterSeconds: z.int().min(0).max(maxAfterSeconds),
    /** Age of the lead from which a reply is too late. */
    withinMinutes: z.int().min(1).max(maxWithinMinutes),
  }),
  z.strictObject({
    /** The customer has not written since our last message: a follow-up. */
    kind: z.literal('silence'),
    count: z.int().min(1).max(maxFollowUpWait),
    /** `days` are days on which the business is open. */
    unit: z.enum(['hours', 'days']),
    /** Sending hours in the customer's time zone, in minutes of the day. */
    from: minutes,
    to: minutes,
  }),
]);

const content = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('savedReply'), savedReplyID }),
  z.strictObject({
    kind: z.literal('text'),
    text: z.string().trim().min(1).max(maxReplyLength),
    /** Texts for customers of other languages. */
    variants: z
      .partialRecord(z.enum(replyLanguages), z.string().min(1).max(maxReplyLength))
      .optional(),
  }),
]);

/** The leads that a rule is for; empty lists mean all. */
export const ruleLeads = z.strictObject({
  /** Ids of the service. */
  businesses: choices,
  categories: choices,
  /** Zip codes, their beginnings, or cities. */
  areas: choices,
  /** State of the business when the lead arrived. */
  hours: z.enum(['any', 'open', 'closed']),
  charge: z.enum(['any', 'charged', 'notCharged']),
});
export type RuleLeads = z.infer<typeof ruleLeads>;

/** Definition of a rule, without its id, name and position. */
export const ruleDefinition = readonlyObject({
  when: trigger,
  leads: ruleLeads,
  content,
  /** Its reply removes the lead from Needs reply until the customer writes. */
  isAnswer: z.boolean(),
});
export type RuleDefinition = z.infer<typeof ruleDefinition>;

export const automaticRule = ruleDefinition
  .unwrap()
  .extend({
    ruleID,
    name: z.string().trim().min(1).max(maxRuleNameLength),
    isOn: z.boolean(),
  })
  .readonly();
export type AutomaticRule = z.infer<typeof automaticRule>;

/** Reasons for which a rule sends nothing to a lead. */
export const notSentReasons = [
  // the rule is not for the lead
  'business',
  'category',
  'area',
  'hours',
  'charge',
  'otherRule',
  // the lead
  'test',
  'history',
  'unheard',
  'gone',
  'canceled',
  'archived',
  'snoozed',
  'noReplyNeeded',
  // the conversation
  'answered',
  'notAnswered',
  'writing',
  'customerWrote',
  'followUps',
  // the text
  'gap',
  'noText',
  // time and number
  'tooLate',
  'notYet',
  'dailyLimit',
  // the professional
  'off',
  'paused',
  'edited',
  'declined',
] as const;
export const notSentReason = z.enum(notSentReasons);
export type NotSentReason = z.infer<typeof notSentReason>;

export const unsentReply = readonlyObject({
  ruleName: z.string(),
  reason: notSentReason,
  /** The gap in the text, for `gap`. */
  gap: z.string(),
  at: z.int(),
});
export type UnsentReply = z.infer<typeof unsentReply>;
