/**
 * What the professional can note on leads. A mark is one entry here and one in each of the two tables
 * that the compiler holds to this list: how it is kept (main/engine/leads/marks.ts) and how it is
 * shown (renderer/inbox/marks.ts).
 */
import { z } from 'zod';

/** What a lead's row shows of its marks. */
export const shownMarks = {
  starred: z.boolean(),
  archived: z.boolean(),
  noReplyNeeded: z.boolean(),
} as const;

/**
 * What can be said of a lead. `read` shows as a row's `unread`, which the customer changes too;
 * `noReplyNeeded` holds until the customer writes again.
 */
export const marks = {
  read: z.boolean(),
  starred: z.boolean(),
  archived: z.boolean(),
  noReplyNeeded: z.boolean(),
} as const;

export type ShownMarkName = keyof typeof shownMarks;
export type ShownMarks = { readonly [M in ShownMarkName]: z.infer<(typeof shownMarks)[M]> };
export const shownMarkNames = Object.keys(shownMarks) as readonly ShownMarkName[];

export type MarkName = keyof typeof marks;
export type Marks = { readonly [M in MarkName]: z.infer<(typeof marks)[M]> };
