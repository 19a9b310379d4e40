/** Error answers of the legacy interface: an upper-case code, 400 unless the table says otherwise. */
import type { FastifyReply } from 'fastify';
import { basicOf, sameSecret } from '../http/credentials.ts';
import type { Client, World } from '../world.ts';

export type LegacyError =
  'INVALID_CLIENT' | 'INVALID_REQUEST' | 'INVALID_GRANT' | 'UNSUPPORTED_GRANT_TYPE';

export function sendLegacyError(
  reply: FastifyReply,
  error: LegacyError,
  description: string,
): FastifyReply {
  return reply.code(400).send({ error, error_description: description });
}

/** The legacy client that the Basic credentials name; v4 credentials name none. */
export function legacyClient(world: World, authorization: string | undefined): Client | undefined {
  const basic = basicOf(authorization);
  return [world.clients.legacy, world.clients.legacyTest].find(
    ({ clientID, clientSecret }) =>
      basic?.username === clientID && sameSecret(basic.password, clientSecret),
  );
}
