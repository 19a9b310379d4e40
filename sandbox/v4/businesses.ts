/** The businesses of the user, and the user (conformance.md, H and I). */
import { z } from 'zod';
import { limitField, read } from '../http/read.ts';
import { businessesOf } from '../leads/book.ts';
import { addressOf } from '../leads/present.ts';
import { personByID } from '../world.ts';
import { endpoint } from './endpoint.ts';

const maxBusinesses = 1000;
const listQuery = z.object({ limit: limitField(maxBusinesses) });

export const businessEndpoints = [
  endpoint('GET', '/v4/businesses', 'supply::businesses.list', ({ world, userID, query }) => {
    const { limit = maxBusinesses } = read(listQuery, query);
    const data = businessesOf(world, userID)
      .slice(0, limit)
      .map(({ businessID, name, imageURL }) => ({
        businessID,
        name,
        imageURL: addressOf(world, imageURL),
      }));
    return { data, pagination: { limit } };
  }),
  endpoint('GET', '/v4/users/self', 'supply::users.read', ({ world, userID }) =>
    personByID(world, userID),
  ),
];
