/** Error responses of the legacy interface. Its codes cover OAuth; other errors use the name of the status. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { parseBasic, isSameSecret } from '../http/credentials.ts';
import type { Client, World } from '../world.ts';

/** OAuth errors, and others. */
type LegacyError =
  | 'INVALID_CLIENT'
  | 'UNAUTHORIZED_CLIENT'
  | 'INVALID_REQUEST'
  | 'INVALID_GRANT'
  | 'UNSUPPORTED_GRANT_TYPE'
  | 'INSUFFICIENT_SCOPE'
  | 'INVALID_TOKEN'
  | 'UNAUTHORIZED'
  | 'NOT_FOUND'
  | 'TOO_MANY_REQUESTS';

/** `status` is 400 for every OAuth error but INVALID_TOKEN (401) and INSUFFICIENT_SCOPE (400 or 403). */
export const sendLegacyError = (
  reply: FastifyReply,
  error: LegacyError,
  description: string,
  status = 400,
): FastifyReply => reply.code(status).send({ error, error_description: description });

/** Error handler of a legacy route, for a body that is invalid or cannot be parsed. */
export const sendInvalidRequest = (
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if ((error.statusCode ?? 500) >= 500) throw error;
  sendLegacyError(reply, 'INVALID_REQUEST', error.message);
};

/** True if the body was sent as JSON, which legacy calls require. */
export const isJson = (request: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');

/** Finds the legacy client of Basic credentials; v4 credentials do not count. */
export const findLegacyClient = (
  world: World,
  authorization: string | undefined,
): Client | undefined => {
  const basic = parseBasic(authorization);
  return [world.clients.legacy, world.clients.legacyTest].find(
    ({ clientID, clientSecret }) =>
      basic?.username === clientID && isSameSecret(basic.password, clientSecret),
  );
};
