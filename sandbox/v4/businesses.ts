/** The businesses of the user, and the user (conformance.md, H and I). */
import { z } from 'zod';
import { limitField, parseInput } from '../http/input.ts';
import { listBusinesses } from '../leads/store.ts';
import { toURL } from '../leads/present.ts';
import { findPerson } from '../world.ts';
import { defineEndpoint } from './endpoint.ts';

const maxBusinesses = 1000;
const listQuery = z.object({ limit: limitField(maxBusinesses) });

export const businessEndpoints = [
  defineEndpoint('GET', '/v4/businesses', 'supply::businesses.list', ({ world, userID, query }) => {
    const { limit = maxBusinesses } = parseInput(listQuery, query);
    const data = listBusinesses(world, userID)
      .slice(0, limit)
      .map(({ businessID, name, imageURL }) => ({
        businessID,
        name,
        imageURL: toURL(world, imageURL),
      }));
    return { data, pagination: { limit } };
  }),
  defineEndpoint('GET', '/v4/users/self', 'supply::users.read', ({ world, userID }) =>
    findPerson(world, userID),
  ),
];
