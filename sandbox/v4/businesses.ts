/** The businesses of the user, and the user (conformance.md, H and I). */
import { z } from 'zod';
import { limitField, read } from '../http/read.ts';
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
      const { limit = maxBusinesses } = read(listQuery, query);
      const data = businessesOf(world, userID)
        .slice(0, limit)
        .map(({ businessID, name, imageURL }) => ({
          businessID,
          name,
          imageURL: addressOf(world, imageURL),
        }));
      return { data, pagination: { limit } };
    },
  },
  {
    method: 'GET',
    path: '/v4/users/self',
    scope: 'supply::users.read',
    handle: ({ world, userID }) => personByID(world, userID),
  },
];
