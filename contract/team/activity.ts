/** Activity of a team's people, as the window shows it. */
import { z } from 'zod';
import { personID } from '../person-name.ts';
import { leadID } from '../records.ts';

/** `other`: a kind that this version does not know. */
export const activityKinds = [
  'replied',
  'noted',
  'assigned',
  'handedOver',
  'starred',
  'unstarred',
  'archived',
  'unarchived',
  'noReplyNeeded',
  'replyNeeded',
  'snoozed',
  'woken',
  'jobStatus',
  'tagged',
  'untagged',
  'other',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activity = z.strictObject({
  leadID,
  customerName: z.string(),
  /** Null for a rule. */
  person: personID.nullable(),
  kind: z.enum(activityKinds),
  /** The assignee, tag or status; '' without one. */
  value: z.string(),
  /** By the author's clock, UTC milliseconds. */
  at: z.number(),
});
export type Activity = z.infer<typeof activity>;
