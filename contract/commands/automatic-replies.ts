/** Rules of automatic replies, their preview, and the replies that are about to be sent. */
import { z } from 'zod';
import { automaticRule, notSentReason, ruleID } from '../automatic-replies.ts';
import { maxRules } from '../limits.ts';
import * as r from '../records.ts';
import { done, engineCommand, noInput } from '../schema.ts';

/** A lead of the past 30 days and what the rule would have done. */
const previewedLead = z.strictObject({
  leadID: r.leadID,
  customerName: z.string(),
  createdAt: r.time,
  /** Time at which the reply would have been sent; null for none. */
  sendAt: r.time.nullable(),
  /** The text that the lead would have received; null for none. */
  text: z.string().nullable(),
  reason: notSentReason.nullable(),
  /** The gap in the text, for the reason `gap`. */
  gap: z.string(),
});

/** In a team only owners change rules and pause them; the error of members is `owner_only`. */
export const automaticReplyCommands = {
  /** Lists the rules in the professional's order. */
  'automaticReplies.list': engineCommand(noInput, {
    rules: z.array(automaticRule),
    isPaused: z.boolean(),
    /** Number of today's replies, sent or waiting. */
    sentToday: z.int(),
  }),
  /** Replaces a rule, or adds it at the end, and judges its leads again. Errors: `conflict` beyond `maxRules`. */
  'automaticReplies.save': engineCommand(automaticRule.unwrap().shape, done),
  /** Removes a rule and withdraws its waiting replies. */
  'automaticReplies.remove': engineCommand({ ruleID }, done),
  /** Sets the order of the rules; those that are not listed come last. */
  'automaticReplies.reorder': engineCommand({ ruleIDs: z.array(ruleID).max(maxRules) }, done),
  /** Pauses or resumes all rules. A pause withdraws waiting replies; leads that arrive during it get none. */
  'automaticReplies.pause': engineCommand({ isPaused: z.boolean() }, done),
  /** Tests a rule, stored or not, on leads of the last 30 days. `leads` has the newest; `sent` and `all` count all. */
  'automaticReplies.preview': engineCommand(
    { rule: automaticRule },
    { leads: z.array(previewedLead), sent: z.int(), all: z.int() },
  ),
  /** Sends a waiting automatic reply now, as the person's own. Errors: `too_late` if it no longer waits. */
  'automaticReplies.sendNow': engineCommand({ messageID: r.messageID }, done),
  /** Withdraws a waiting automatic reply for good. Errors: as for `sendNow`. */
  'automaticReplies.decline': engineCommand({ messageID: r.messageID }, done),
} as const;
