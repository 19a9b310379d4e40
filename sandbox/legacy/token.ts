/** The legacy token endpoint (conformance.md, B): parameters in the query, HTTP Basic, upper-case codes, always 400. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { exchangeCode, refreshGrant, type TokenPair } from '../oauth/grants.ts';
import { parseQuery } from '../oauth/redirect.ts';
import type { World } from '../world.ts';
import { legacyScope } from './connect.ts';
import { findLegacyClient, sendLegacyError } from './errors.ts';

/** The required token_type of each grant_type. */
const tokenTypes: Readonly<Record<string, string>> = {
  authorization_code: 'AUTH_CODE',
  refresh_token: 'REFRESH',
};

export const addLegacyToken = (app: FastifyInstance, world: World): void => {
  app.post('/v2/tokens/access', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const client = findLegacyClient(world, request.headers.authorization);
    if (!client) return sendLegacyError(reply, 'INVALID_CLIENT', 'Client authorization failed.');
    const query = parseQuery(request.query);
    const grantType = query['grant_type'];
    if (!grantType) return sendMissing(reply, 'grant_type');
    if (grantType === 'client_credentials')
      return sendLegacyError(
        reply,
        'UNAUTHORIZED_CLIENT',
        'The client may not use this grant type: partners act for a professional who allowed it.',
      );
    const tokenType = Object.hasOwn(tokenTypes, grantType) ? tokenTypes[grantType] : undefined;
    if (!tokenType)
      return sendLegacyError(reply, 'UNSUPPORTED_GRANT_TYPE', 'This grant_type is not supported.');
    if (query['token_type'] !== tokenType)
      return sendLegacyError(reply, 'INVALID_REQUEST', `token_type must be ${tokenType}.`);

    // All legacy codes and tokens have the same scope.
    if (query['scope'] !== undefined && query['scope'] !== legacyScope)
      return sendLegacyError(reply, 'INSUFFICIENT_SCOPE', `The grant carries ${legacyScope} only.`);

    if (grantType === 'authorization_code') {
      const { code, redirect_uri: redirectURI } = query;
      if (!code) return sendMissing(reply, 'code');
      if (!redirectURI) return sendMissing(reply, 'redirect_uri');
      return sendTokens(reply, exchangeCode(world, client, { code, redirectURI }));
    }
    const { refresh_token: refreshToken } = query;
    if (!refreshToken) return sendMissing(reply, 'refresh_token');
    return sendTokens(reply, refreshGrant(world, client, refreshToken));
  });
};

const sendMissing = (reply: FastifyReply, name: string) =>
  sendLegacyError(reply, 'INVALID_REQUEST', `The parameter ${name} is missing.`);

const sendTokens = (reply: FastifyReply, pair: TokenPair | undefined): FastifyReply => {
  if (!pair)
    return sendLegacyError(
      reply,
      'INVALID_GRANT',
      'The code or refresh token is invalid, expired, revoked, or does not match the redirect address.',
    );
  return reply.send({
    access_token: pair.accessToken,
    token_type: 'bearer',
    expires_in: pair.expiresIn,
    refresh_token: pair.refreshToken,
  });
};
