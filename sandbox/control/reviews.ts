/**
 * `POST {control.url}/reviews {businessID?, rating?, text?}`: creates a review of the business, by default
 * of each of the professional's businesses in sequence. Publishes ReviewCreatedV4 and returns the record.
 */
import { z } from 'zod';
import { publishReview } from '../deliver/events.ts';
import { read } from '../http/read.ts';
import { addReview, presentReview } from '../marketplace/reviews.ts';
import { businessFor, type ControlCall } from './call.ts';

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
      const { businessID, ...values } = read(newReview, body);
      const business = businessFor(world, businessID, world.state.newReviews.length);
      const review = addReview(world, business, values);
      publishReview(world, review);
      return presentReview(world, review);
    },
  },
];
