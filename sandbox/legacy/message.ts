/**
 * Sends a message as the professional (service specification, endpoints C). A token is valid for the
 * leads of its business, on staging for all leads. A test client's call is validated without effect.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { publishMessage } from '../deliver/events.ts';
import { read } from '../http/answer.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness, findLead } from '../leads/book.ts';
import { addMessage } from '../leads/thread.ts';
import type { Access } from '../oauth/grants.ts';
import { scheduleAnswer } from '../traffic.ts';
import type { World } from '../world.ts';
import { withAccess } from './access.ts';
import { sendUnreadableError, isJson, sendLegacyError } from './errors.ts';

const newMessage = z.object({ text: z.string().min(1).max(16_384) });

export const addLegacyMessage = (
  app: FastifyInstance,
  world: World,
  rateLimit: RateLimit,
): void => {
  for (const host of ['', '/staging'])
    for (const version of ['v1', 'v2'])
      app.post(
        `${host}/${version}/business/:businessID/lead/:leadID/message`,
        { errorHandler: sendUnreadableError },
        async (request, reply) =>
          withAccess(world, rateLimit, request, reply, (access) =>
            send(world, access, host !== '', request, reply),
          ),
      );
};

const send = (
  world: World,
  { client, grant }: Access,
  staging: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (!isJson(request))
    return sendLegacyError(reply, 'INVALID_REQUEST', 'Content-Type must be application/json.');
  const parsed = read(newMessage, request.body);
  if ('problem' in parsed) return sendLegacyError(reply, 'INVALID_REQUEST', parsed.problem.detail);
  if (client.test) return reply.send({ status: 'validated' });

  const { businessID = '', leadID = '' } = request.params as Record<string, string>;
  if (!findBusiness(world, businessID))
    return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
  if (businessID !== grant.businessID && !staging)
    return sendLegacyError(
      reply,
      'INSUFFICIENT_SCOPE',
      'The access token is for another business.',
      403,
    );
  const lead = findLead(world, leadID);
  if (lead?.negotiation.business.businessID !== businessID)
    return sendLegacyError(reply, 'NOT_FOUND', 'The business has no such lead.', 404);

  const { text } = parsed.value;
  const message = addMessage(world, lead, 'Business', text);
  world.state.stats.messages.received++;
  publishMessage(world, lead, message);
  scheduleAnswer(world, lead, text);
  return reply.send({ status: 'success' });
};
