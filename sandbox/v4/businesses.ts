/** The businesses of the user and the user themselves (service specification, endpoints H and I). */
import { z } from 'zod';
import { answer, limitField, read } from '../http/answer.ts';
import { businessesOf } from '../leads/book.ts';
import { addressOf } from '../leads/present.ts';
import { personByID } from '../world.ts';
import type { Endpoint } from './endpoint.ts';

const maxBusinesses = 1000;
const listQuery = z.object({ limit: limitField(maxBusinesses) });

export const businessEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v4/businesses',
    scope: 'supply::businesses.list',
    handle({ world, userID, query }) {
      const parsed = read(listQuery, query);
      if ('problem' in parsed) return parsed;
      const { limit = maxBusinesses } = parsed.value;
      return answer({
        data: businessesOf(world, userID)
          .slice(0, limit)
          .map(({ businessID, name, imageURL }) => ({
            businessID,
            name,
            imageURL: addressOf(world, imageURL),
          })),
        pagination: { limit },
      });
    },
  },
  {
    method: 'GET',
    path: '/v4/users/self',
    scope: 'supply::users.read',
    handle: ({ world, userID }) => answer(personByID(world, userID)),
  },
];
