/**
 * How the legacy calls that carry a bearer token are let in: a live token of a legacy client, then
 * the rate limit. What the token may reach is decided by the call itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../http/credentials.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findAccess, type Access } from '../oauth/grants.ts';
import type { World } from '../world.ts';
import { sendLegacyError } from './errors.ts';

/** Goes on with what the token stands for, or answers 401 INVALID_TOKEN or 429 itself. */
export const withAccess = (
  world: World,
  rateLimit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (access: Access) => FastifyReply,
): FastifyReply => {
  const token = bearerOf(request.headers.authorization);
  const access = token === undefined ? undefined : findAccess(world, token);
  if (access?.client.generation !== 'legacy')
    return sendLegacyError(
      reply.header('www-authenticate', 'Bearer error="invalid_token"'),
      'INVALID_TOKEN',
      'The access token in the Authorization header is not valid.',
      401,
    );
  const wait = rateLimit.count(access.client.clientID);
  if (wait !== undefined)
    return sendLegacyError(
      reply.header('retry-after', String(wait)),
      'TOO_MANY_REQUESTS',
      `Too many requests; try again in ${wait} s.`,
      429,
    );
  return next(access);
};
