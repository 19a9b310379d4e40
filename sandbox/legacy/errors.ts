/**
 * Error answers of the legacy interface, `{error, error_description}`. The OAuth errors have the
 * codes of the specification's table, in upper case; its general status codes have none, and the
 * name of the status stands in their place. The v4 interface's errors are not made here.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { basicOf, sameSecret } from '../http/credentials.ts';
import type { Client, World } from '../world.ts';

type OAuthError =
  | 'INVALID_CLIENT'
  | 'UNAUTHORIZED_CLIENT'
  | 'INVALID_REQUEST'
  | 'INVALID_GRANT'
  | 'UNSUPPORTED_GRANT_TYPE'
  | 'INSUFFICIENT_SCOPE'
  | 'INVALID_TOKEN';

export type LegacyError = OAuthError | 'UNAUTHORIZED' | 'NOT_FOUND' | 'TOO_MANY_REQUESTS';

/** `status` is 400 for every OAuth error but INVALID_TOKEN (401) and INSUFFICIENT_SCOPE (400 or 403). */
export const sendLegacyError = (
  reply: FastifyReply,
  error: LegacyError,
  description: string,
  status = 400,
): FastifyReply => reply.code(status).send({ error, error_description: description });

/** Error handler of a legacy route: a body that cannot be read is a legacy error as well. */
export const answerUnreadable = (
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void => {
  if ((error.statusCode ?? 500) >= 500) throw error;
  sendLegacyError(reply, 'INVALID_REQUEST', error.message);
};

/** Whether the body was sent as JSON, which the service asks for wherever there is a body. */
export const isJson = (request: FastifyRequest): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');

/** The legacy client that the Basic credentials name; v4 credentials name none. */
export const legacyClient = (
  world: World,
  authorization: string | undefined,
): Client | undefined => {
  const basic = basicOf(authorization);
  return [world.clients.legacy, world.clients.legacyTest].find(
    ({ clientID, clientSecret }) =>
      basic?.username === clientID && sameSecret(basic.password, clientSecret),
  );
};
