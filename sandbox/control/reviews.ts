/**
 * `POST {control.url}/reviews {businessID?, rating?, text?}`: a customer reviews a business, by turns
 * each of the professional's where none is named. ReviewCreatedV4 fires. Answers the review record.
 */
import { z } from 'zod';
import { reviewCreated } from '../deliver/events.ts';
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
      const given = read(newReview, body);
      if ('problem' in given) return given;
      const { businessID, rating, text } = given.value;
      const business =
        businessID === undefined
          ? world.businesses[world.state.newReviews.length % world.businesses.length]
          : findBusiness(world, businessID)?.business;
      if (!business) return refuse(404, 'There is no such business.');
      const review = addReview(world, business, { rating, text });
      reviewCreated(world, review);
      return answer(presentReview(world, review));
    },
  },
];
