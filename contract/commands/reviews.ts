/** What customers said in public about the professional's businesses (live-facts, Other v4 paths). */
import { z } from 'zod';
import { accountID, leadID } from '../records.ts';
import { command } from './command.ts';

const time = z.number().int();

export const review = z
  .object({
    reviewID: z.string(),
    businessID: z.string(),
    /** 1 to 5 as a rule; null when the service did not say a number. */
    rating: z.number().nullable(),
    text: z.string(),
    reviewer: z.string(),
    at: time.nullable(),
    /** What the professional answered in public. */
    response: z.object({ text: z.string(), at: time.nullable() }).readonly().nullable(),
    /** Its name; null where neither the service nor a lead on this computer says it. */
    category: z.string().nullable(),
    /** The lead that the review is about, when it is on this computer. */
    leadID: leadID.nullable(),
    /** Addresses of pictures, https only. */
    images: z.array(z.string()).readonly(),
  })
  .readonly();
export type Review = z.infer<typeof review>;

/** The service's own way of naming a next page can be long. */
const place = z.string().max(2_000);

export const reviewCommands = {
  /** A page of one business's reviews, in the service's order. */
  'reviews.page': command(
    'engine',
    z.strictObject({
      accountID,
      businessID: z.string().min(1).max(200),
      /** `next` of the page before; without it the first page. */
      after: place.optional(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({
      reviews: z.array(review),
      next: place.nullable(),
      /** Records that could not be read and are left out. */
      unreadable: z.number().int(),
    }),
  ),
} as const;
