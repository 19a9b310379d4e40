/** Reviews of one or several businesses of the user (conformance.md, Other v4 paths). */
import { z } from 'zod';
import type { TradingBusiness } from '../generate/professional.ts';
import { limitField, offsetField, read } from '../http/read.ts';
import { newestFirst, presentReview, reviewsOf } from '../marketplace/reviews.ts';
import { businessOf, endpoint, type Call } from './endpoint.ts';

const page = { limit: limitField(100), offset: offsetField };
const ids = z.array(z.string().min(1)).min(1);
const several = z.object({
  ...page,
  businessIDs: z.preprocess((value) => (typeof value === 'string' ? [value] : value), ids),
});

export const reviewEndpoints = [
  endpoint('GET', '/v4/businesses/:businessID/reviews', null, (call) =>
    reviewPage(call, [businessOf(call)], read(z.object(page), call.query)),
  ),
  endpoint('GET', '/v4/reviews', null, (call) => {
    const { businessIDs, ...page } = read(several, call.query);
    const businesses = [...new Set(businessIDs)].map((id) => businessOf(call, id));
    return reviewPage(call, businesses, page);
  }),
];

/** Newest first; `next` is the offset of the next page, null on the last. */
const reviewPage = (
  { world }: Call,
  businesses: readonly TradingBusiness[],
  { limit = 20, offset = 0 }: { readonly limit?: number; readonly offset?: number },
): object => {
  const all = newestFirst(businesses.flatMap((business) => reviewsOf(world, business)));
  return {
    data: all.slice(offset, offset + limit).map((review) => presentReview(world, review)),
    pagination: { limit, offset, next: offset + limit < all.length ? offset + limit : null },
  };
};
