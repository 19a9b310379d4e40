/**
 * Sending a message as the professional (service specification, endpoints C): a token reaches the
 * leads of the business it was given for, and on staging those of every business. The call of a test
 * client is looked at and answered, and nothing comes of it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messageCreated } from '../deliver/events.ts';
import { read } from '../http/answer.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findBusiness, findLead } from '../leads/book.ts';
import { addMessage } from '../leads/thread.ts';
import type { Access } from '../oauth/grants.ts';
import { customerAnswers } from '../traffic.ts';
import type { World } from '../world.ts';
import { withAccess } from './access.ts';
import { answerUnreadable, isJson, sendLegacyError } from './errors.ts';

const sending = z.object({ text: z.string().min(1).max(16_384) });

export const addLegacyMessage = (
  app: FastifyInstance,
  world: World,
  rateLimit: RateLimit,
): void => {
  for (const host of ['', '/staging'])
    for (const version of ['v1', 'v2'])
      app.post(
        `${host}/${version}/business/:businessID/lead/:leadID/message`,
        { errorHandler: answerUnreadable },
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
  const given = read(sending, request.body);
  if ('problem' in given) return sendLegacyError(reply, 'INVALID_REQUEST', given.problem.detail);
  if (client.test) return reply.send({ status: 'validated' });

  const { businessID = '', leadID = '' } = request.params as Record<string, string>;
  if (!findBusiness(world, businessID))
    return sendLegacyError(reply, 'NOT_FOUND', 'There is no such business.', 404);
  if (businessID !== grant.businessID && !staging)
    return sendLegacyError(
      reply,
      'INSUFFICIENT_SCOPE',
      'The access token was given for another business.',
      403,
    );
  const lead = findLead(world, leadID);
  if (lead?.negotiation.business.businessID !== businessID)
    return sendLegacyError(reply, 'NOT_FOUND', 'The business has no such lead.', 404);

  const { text } = given.value;
  const message = addMessage(world, lead, 'Business', text);
  world.state.stats.messages.received++;
  messageCreated(world, lead, message);
  customerAnswers(world, lead, text);
  return reply.send({ status: 'success' });
};
