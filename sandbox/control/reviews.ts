/**
 * `POST {control.url}/reviews {businessID?, rating?, text?}`: creates a review of the business, by default
 * of each of the professional's businesses in sequence. Publishes ReviewCreatedV4 and returns the record.
 */
import { z } from 'zod';
import { publishReview } from '../deliver/events.ts';
import { answer, read, refuse } from '../http/answer.ts';
import { findBusiness } from '../leads/book.ts';
import { addReview, presentReview } from '../marketplace/reviews.ts';
import type { ControlCall } from './call.ts';

const newReview = z.object({
  businessID: z.string().optional(),
  rating: z.int().min(1).max(5).optional(),
  text: z.string().min(1).optional(),
});

export const reviewCalls: readonly ControlCall[] = [
  {
    method: 'POST',
    path: '/reviews',
    handle(world, body) {
      const parsed = read(newReview, body);
      if ('problem' in parsed) return parsed;
      const { businessID, rating, text } = parsed.value;
      const business =
        businessID === undefined
          ? world.businesses[world.state.newReviews.length % world.businesses.length]
          : findBusiness(world, businessID)?.business;
      if (!business) return refuse(404, 'There is no such business.');
      const review = addReview(world, business, { rating, text });
      publishReview(world, review);
      return answer(presentReview(world, review));
    },
  },
];
