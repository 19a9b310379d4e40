/** Public reviews of the professional's businesses. */
import { z } from 'zod';
import { accountID, leadID, time } from '../records.ts';
import { engineCommand, readonlyObject } from '../schema.ts';

export const review = readonlyObject({
  reviewID: z.string(),
  businessID: z.string(),
  /** Usually 1 to 5; null without a number. */
  rating: z.number().nullable(),
  text: z.string(),
  reviewer: z.string(),
  at: time.nullable(),
  /** The professional's public reply. */
  response: readonlyObject({ text: z.string(), at: time.nullable() }).nullable(),
  /** Its name; null if neither the service nor the stored lead has it. */
  category: z.string().nullable(),
  /** The reviewed lead, if it is stored here. */
  leadID: leadID.nullable(),
  /** Addresses of pictures, https only. */
  images: z.array(z.string()).readonly(),
});
export type Review = z.infer<typeof review>;

/** Limit of the service's cursor, which it repeats in each page's address; the list ends at a longer one. */
export const maxCursorLength = 2_000;
const pageCursor = z.string().max(maxCursorLength);

export const reviewCommands = {
  /** A page of one business's reviews, in the service's order. Errors: those of a request. */
  'reviews.page': engineCommand(
    {
      accountID,
      businessID: z.string().min(1).max(200),
      /** `next` of the previous page. */
      after: pageCursor.optional(),
      limit: z.int().min(1).max(100),
    },
    {
      reviews: z.array(review),
      next: pageCursor.nullable(),
      /** Number of skipped records that could not be parsed. */
      unreadable: z.int(),
    },
  ),
} as const;
