/** Reviews of one or several businesses of the user (conformance.md, Other v4 paths). */
import { z } from 'zod';
import type { TradingBusiness } from '../generate/professional.ts';
import { limitField, offsetField, parseInput } from '../http/input.ts';
import { sortNewestFirst, presentReview, listReviews } from '../marketplace/reviews.ts';
import { requireBusiness, defineEndpoint, type Call } from './endpoint.ts';

const page = { limit: limitField(100), offset: offsetField };
const ids = z.array(z.string().min(1)).min(1);
const several = z.object({
  ...page,
  businessIDs: z.preprocess((value) => (typeof value === 'string' ? [value] : value), ids),
});

export const reviewEndpoints = [
  defineEndpoint('GET', '/v4/businesses/:businessID/reviews', null, (call) =>
    presentReviewPage(call, [requireBusiness(call)], parseInput(z.object(page), call.query)),
  ),
  defineEndpoint('GET', '/v4/reviews', null, (call) => {
    const { businessIDs, ...page } = parseInput(several, call.query);
    const businesses = [...new Set(businessIDs)].map((id) => requireBusiness(call, id));
    return presentReviewPage(call, businesses, page);
  }),
];

/** Returns a page, newest first; `next` is the offset of the next page, null on the last. */
const presentReviewPage = (
  { world }: Call,
  businesses: readonly TradingBusiness[],
  { limit = 20, offset = 0 }: { readonly limit?: number; readonly offset?: number },
): object => {
  const all = sortNewestFirst(businesses.flatMap((business) => listReviews(world, business)));
  return {
    data: all.slice(offset, offset + limit).map((review) => presentReview(world, review)),
    pagination: { limit, offset, next: offset + limit < all.length ? offset + limit : null },
  };
};
