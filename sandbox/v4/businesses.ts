/** The businesses of the user and the user themselves (service specification, endpoints H and I). */
import { z } from 'zod';
import { answer, limitField, read } from '../http/answer.ts';
import { addressOf } from '../leads/present.ts';
import type { Endpoint } from './endpoint.ts';

const mostBusinesses = 1000;
const listQuery = z.object({ limit: limitField(mostBusinesses) });

export const businessEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v4/businesses',
    scope: 'supply::businesses.list',
    handle({ world, query }) {
      const given = read(listQuery, query);
      if ('problem' in given) return given;
      const { limit = mostBusinesses } = given.value;
      return answer({
        data: world.businesses.slice(0, limit).map(({ businessID, name, imageURL }) => ({
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
    handle: ({ world }) => answer(world.user),
  },
];
