/** Returns the account info of an access token, and disconnects businesses (conformance.md, D and E). */
import type { FastifyInstance } from 'fastify';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness } from '../leads/store.ts';
import { disconnectBusiness } from '../oauth/grants.ts';
import { parseQuery } from '../oauth/redirect.ts';
import type { World } from '../world.ts';
import { withAccess } from './access.ts';
import { findLegacyClient, sendLegacyError } from './errors.ts';

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
        business_name: client.isTest ? dummyName : findBusiness(world, businessID)?.business.name,
      });
    }),
  );
};

/**
 * Deletes all codes and revokes all tokens of the client for the business. Succeeds for a business that
 * is not connected.
 */
export const addDisconnect = (app: FastifyInstance, world: World): void => {
  app.post('/v2/disconnect-partner', async (request, reply) => {
    const client = findLegacyClient(world, request.headers.authorization);
    if (!client) return sendLegacyError(reply, 'INVALID_CLIENT', 'Client authorization failed.');
    const businessID = parseQuery(request.query)['business_pk'];
    if (!businessID)
      return sendLegacyError(reply, 'INVALID_REQUEST', 'The parameter business_pk is missing.');
    if (!world.businesses.some((business) => business.businessID === businessID))
      return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
    disconnectBusiness(world, client, businessID);
    return reply.send({ business_pk: businessID, client_id: client.clientID });
  });
};
