/** Account info of an access token (service specification, endpoints D). */
import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness } from '../leads/book.ts';
import type { World } from '../world.ts';
import { withAccess } from './access.ts';

export const accountInfoPath = '/v2/get-service-info';

/** Name for test clients; their ids are real, so that they can disconnect. */
const dummyName = 'Test Business';

export const addAccountInfo = (app: FastifyInstance, world: World, rateLimit: RateLimit): void => {
  app.get(accountInfoPath, async (request, reply) =>
    withAccess(world, rateLimit, request, reply, ({ client, grant }) => {
      const { businessID = '', scopes } = grant;
      return reply.send({
        business_pk: businessID,
        client_id: client.clientID,
        scope: scopes,
        business_name: client.test ? dummyName : findBusiness(world, businessID)?.business.name,
      });
    }),
  );
};
