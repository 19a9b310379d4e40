/** Authenticates legacy calls with a bearer token and applies the rate limit. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseBearer } from '../http/credentials.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { findAccess, type Access } from '../oauth/grants.ts';
import type { World } from '../world.ts';
import { sendLegacyError } from './errors.ts';

/** Calls `next` with the token's grant, or sends 401 INVALID_TOKEN or 429. */
export const withAccess = (
  world: World,
  rateLimit: RateLimit,
  request: FastifyRequest,
  reply: FastifyReply,
  next: (access: Access) => FastifyReply,
): FastifyReply => {
  const token = parseBearer(request.headers.authorization);
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
