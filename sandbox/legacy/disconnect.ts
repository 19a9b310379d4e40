/**
 * The legacy disconnect call (service specification, endpoints E): removes all codes and tokens of the
 * client for the business. Succeeds for a business that is not connected.
 */
import type { FastifyInstance } from 'fastify';
import { disconnectBusiness } from '../oauth/grants.ts';
import { queryOf } from '../oauth/redirect.ts';
import type { World } from '../world.ts';
import { legacyClient, sendLegacyError } from './errors.ts';

export const addDisconnect = (app: FastifyInstance, world: World): void => {
  app.post('/v2/disconnect-partner', async (request, reply) => {
    const client = legacyClient(world, request.headers.authorization);
    if (!client) return sendLegacyError(reply, 'INVALID_CLIENT', 'Client authorization failed.');
    const businessID = queryOf(request.query)['business_pk'];
    if (!businessID)
      return sendLegacyError(reply, 'INVALID_REQUEST', 'The parameter business_pk is missing.');
    if (!world.businesses.some((business) => business.businessID === businessID))
      return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
    disconnectBusiness(world, client, businessID);
    return reply.send({ business_pk: businessID, client_id: client.clientID });
  });
};
