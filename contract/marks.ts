/**
 * What the professional can note on leads. A mark is one entry here and one in each of the two tables
 * that the compiler holds to this list: how it is kept (main/engine/leads/marks.ts) and, if it is there
 * or not, how it is shown (renderer/leads/marks.ts).
 */
import { z } from 'zod';
import { longestReason, longestTag, mostTags } from './limits.ts';

/** How far a job is; one of which nothing was said is pending. */
export const jobStatus = z
  .object({
    status: z.enum(['quoted', 'hired', 'done', 'not_hired']),
    /** Why the customer has not hired, where that was said. */
    reason: z
      .enum(['someone_else', 'too_expensive', 'not_a_fit', 'no_response', 'other'])
      .nullable(),
    /** The professional's own words for it. */
    words: z.string().trim().max(longestReason),
  })
  .readonly();
export type JobStatus = z.infer<typeof jobStatus>;
export type NotHiredReason = NonNullable<JobStatus['reason']>;

/** A word of the professional's that groups leads. */
export const tag = z.string().trim().min(1).max(longestTag);

const shownFlags = {
  starred: z.boolean(),
  archived: z.boolean(),
  noReplyNeeded: z.boolean(),
} as const;

/** What a lead's row shows of its marks. */
export const shownMarks = {
  ...shownFlags,
  /** Until when the lead is out of Needs reply: UTC milliseconds; null for one that is not snoozed. */
  snoozedUntil: z.number().int().nullable(),
  jobStatus: jobStatus.nullable(),
  /** In their order of the alphabet. */
  tags: z.array(z.string()).readonly(),
} as const;

/**
 * What is there or not. `read` shows as a row's `unread`, which the customer changes too;
 * `noReplyNeeded` holds until the customer writes again, as does `snoozedUntil`.
 */
const flags = { read: z.boolean(), ...shownFlags } as const;

/** What can be said of a lead. A lead that has as many tags as it can have takes no more of them. */
export const marks = {
  ...flags,
  snoozedUntil: z.number().int().nullable(),
  jobStatus: jobStatus.nullable(),
  tags: z
    .strictObject({
      add: z.array(tag).max(mostTags),
      remove: z.array(tag).max(mostTags),
    })
    .readonly(),
} as const;

export type ShownMarkName = keyof typeof shownMarks;
export type ShownMarks = { readonly [M in ShownMarkName]: z.infer<(typeof shownMarks)[M]> };
export const shownMarkNames = Object.keys(shownMarks) as readonly ShownMarkName[];

export type FlagName = keyof typeof flags;
export type ShownFlagName = keyof typeof shownFlags;
export const shownFlagNames = Object.keys(shownFlags) as readonly ShownFlagName[];

export type MarkName = keyof typeof marks;
export type Marks = { readonly [M in MarkName]: z.infer<(typeof marks)[M]> };
