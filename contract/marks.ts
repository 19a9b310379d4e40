/**
 * Marks that the professional sets on leads. A mark with a value is listed here; one without is listed in flags.ts and
 * has an appearance in renderer/leads/marks.ts. main/engine/leads/marks.ts stores both.
 */
import { z } from 'zod';
import { mapFlags } from './flags.ts';
import { maxReasonLength, maxTagLength, maxTags } from './limits.ts';
import { readonlyObject, readonlyStrictObject } from './schema.ts';
import { personID } from './person-name.ts';

export const jobStatuses = ['quoted', 'hired', 'done', 'not_hired'] as const;

/** A job without a status is pending. */
export const jobStatus = readonlyObject({
  status: z.enum(jobStatuses),
  /** The customer's reason for not hiring. */
  reason: z.enum(['someone_else', 'too_expensive', 'not_a_fit', 'no_response', 'other']).nullable(),
  /** The reason in the professional's words; may be empty. */
  words: z.string().trim().max(maxReasonLength),
});
export type JobStatus = z.infer<typeof jobStatus>;
export type NotHiredReason = NonNullable<JobStatus['reason']>;

export const tag = z.string().trim().min(1).max(maxTagLength);

const shownFlags = mapFlags(() => z.boolean());

/** Marks of a lead's row. */
export const shownMarks = {
  ...shownFlags,
  /** End of the snooze, UTC milliseconds; null if not snoozed. */
  snoozedUntil: z.int().nullable(),
  jobStatus: jobStatus.nullable(),
  /** In alphabetical order. */
  tags: z.array(z.string()).readonly(),
  /** The person of the team who answers the lead; null for nobody. */
  assignee: personID.nullable(),
} as const;

/** Marks without a value. `read` is the opposite of `unread`; `noReplyNeeded` ends when the customer writes. */
const flags = { read: z.boolean(), ...shownFlags } as const;

/** Input of a mark. Tags beyond the limit are ignored. */
export const marks = {
  ...flags,
  snoozedUntil: z.int().nullable(),
  jobStatus: jobStatus.nullable(),
  tags: readonlyStrictObject({
    add: z.array(tag).max(maxTags),
    remove: z.array(tag).max(maxTags),
  }),
  assignee: personID.nullable(),
} as const;

export type ShownMarkName = keyof typeof shownMarks;
export type ShownMarks = { readonly [M in ShownMarkName]: z.infer<(typeof shownMarks)[M]> };
export const shownMarkNames = Object.keys(shownMarks) as readonly ShownMarkName[];

export type FlagName = keyof typeof flags;

export type MarkName = keyof typeof marks;
export type Marks = { readonly [M in MarkName]: z.infer<(typeof marks)[M]> };
