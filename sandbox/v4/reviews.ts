/**
 * Reviews (live facts, other v4 paths; service specification, endpoints L) of one business, or of
 * several by repeated `businessIDs`. Businesses of other users are refused (sandbox, points settled).
 */
import { z } from 'zod';
import type { TradingBusiness } from '../generate/professional.ts';
import { answer, limitField, read, type Answer } from '../http/answer.ts';
import type { Problem } from '../http/problem.ts';
import { newestFirst, presentReview, reviewsOf } from '../marketplace/reviews.ts';
import { businessByID, businessOf, type Call, type Endpoint } from './endpoint.ts';
import { offsetField } from './fields.ts';

const page = { limit: limitField(100), offset: offsetField };
const ids = z.array(z.string().min(1)).min(1);
const several = z.object({
  ...page,
  businessIDs: z.preprocess((value) => (typeof value === 'string' ? [value] : value), ids),
});

export const reviewEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v4/businesses/:businessID/reviews',
    scope: null,
    handle(call) {
      const found = businessOf(call);
      if ('problem' in found) return found;
      const parsed = read(z.object(page), call.query);
      return 'problem' in parsed ? parsed : reviewPage(call, [found.business], parsed.value);
    },
  },
  {
    method: 'GET',
    path: '/v4/reviews',
    scope: null,
    handle(call) {
      const parsed = read(several, call.query);
      if ('problem' in parsed) return parsed;
      const found = businessesOf(call, [...new Set(parsed.value.businessIDs)]);
      return 'problem' in found ? found : reviewPage(call, found.businesses, parsed.value);
    },
  },
];

/** Newest first; `next` is the offset of the next page, null on the last. */
const reviewPage = (
  { world }: Call,
  businesses: readonly TradingBusiness[],
  { limit = 20, offset = 0 }: { readonly limit?: number; readonly offset?: number },
): Answer => {
  const all = newestFirst(businesses.flatMap((business) => reviewsOf(world, business)));
  return answer({
    data: all.slice(offset, offset + limit).map((review) => presentReview(world, review)),
    pagination: { limit, offset, next: offset + limit < all.length ? offset + limit : null },
  });
};

const businessesOf = (
  call: Call,
  businessIDs: readonly string[],
): { readonly businesses: readonly TradingBusiness[] } | { readonly problem: Problem } => {
  const businesses: TradingBusiness[] = [];
  for (const businessID of businessIDs) {
    const found = businessByID(call, businessID);
    if ('problem' in found) return found;
    businesses.push(found.business);
  }
  return { businesses };
};
