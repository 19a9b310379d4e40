/** Sends a message as the professional (conformance.md, C). A test client's call is validated without effect. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseInput } from '../http/input.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness, findLead } from '../leads/store.ts';
import type { Access } from '../oauth/grants.ts';
import { newMessage, receiveReply } from '../v4/messages.ts';
import type { World } from '../world.ts';
import { withAccess } from './access.ts';
import { sendInvalidRequest, isJson, sendLegacyError } from './errors.ts';

export const addLegacyMessage = (
  app: FastifyInstance,
  world: World,
  rateLimit: RateLimit,
): void => {
  for (const host of ['', '/staging'])
    for (const version of ['v1', 'v2'])
      app.post(
        `${host}/${version}/business/:businessID/lead/:leadID/message`,
        { errorHandler: sendInvalidRequest },
        async (request, reply) =>
          withAccess(world, rateLimit, request, reply, (access) =>
            send(world, access, host !== '', request, reply),
          ),
      );
};

const send = (
  world: World,
  { client, grant }: Access,
  isStaging: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (!isJson(request))
    return sendLegacyError(reply, 'INVALID_REQUEST', 'Content-Type must be application/json.');
  const { text } = parseInput(newMessage, request.body);
  if (client.isTest) return reply.send({ status: 'validated' });

  const { businessID = '', leadID = '' } = request.params as Record<string, string>;
  if (!findBusiness(world, businessID))
    return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
  if (businessID !== grant.businessID && !isStaging)
    return sendLegacyError(
      reply,
      'INSUFFICIENT_SCOPE',
      'The access token is for another business.',
      403,
    );
  const lead = findLead(world, leadID);
  if (lead?.negotiation.business.businessID !== businessID)
    return sendLegacyError(reply, 'NOT_FOUND', 'The business has no such lead.', 404);

  receiveReply(world, lead, text);
  return reply.send({ status: 'success' });
};
