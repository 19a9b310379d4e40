/** The v4 token endpoint: form-encoded, HTTP Basic, lower-case codes, 401 for `invalid_client` and else 400. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseBasic, isSameSecret } from '../http/credentials.ts';
import { getFormFields } from '../http/server.ts';
import type { World } from '../world.ts';
import { createIDToken } from './id-token.ts';
import { exchangeCode, refreshGrant, type TokenPair } from './grants.ts';

export const tokenPath = '/oauth2/token';

export const addToken = (app: FastifyInstance, world: World): void => {
  app.post(tokenPath, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const client = world.clients.v4;
    const basic = parseBasic(request.headers.authorization);
    const form = getFormFields(request.body) ?? {};
    if (
      !basic ||
      form['client_secret'] !== undefined ||
      basic.username !== client.clientID ||
      !isSameSecret(basic.password, client.clientSecret)
    )
      return sendError(
        reply.header('www-authenticate', 'Basic realm="oauth2"'),
        'invalid_client',
        'Client authentication failed: use HTTP Basic with the id and secret of a v4 client.',
      );
    const sendMissing = (name: string) =>
      sendError(reply, 'invalid_request', `The form field ${name} is missing.`);
    const sendTokenPair = (pair: TokenPair | undefined, reason: string): FastifyReply =>
      pair
        ? reply.send({
            access_token: pair.accessToken,
            token_type: 'bearer',
            expires_in: pair.expiresIn,
            scope: pair.scopes.join(' '),
            ...(pair.refreshToken && { refresh_token: pair.refreshToken }),
            ...(pair.scopes.includes('openid') && { id_token: createIDToken(world, pair) }),
          })
        : sendError(reply, 'invalid_grant', reason);

    const { grant_type: grantType, code, redirect_uri: redirectURI, refresh_token: token } = form;
    if (!grantType) return sendMissing('grant_type');
    if (grantType === 'client_credentials')
      return sendError(
        reply,
        'unauthorized_client',
        'The client may not use this grant type: it acts for a professional who allowed it.',
      );
    if (grantType === 'authorization_code') {
      if (!code) return sendMissing('code');
      if (!redirectURI) return sendMissing('redirect_uri');
      return sendTokenPair(
        exchangeCode(world, client, { code, redirectURI, verifier: form['code_verifier'] }),
        'The code is unknown, used, expired, or does not match the redirect address or the verifier.',
      );
    }
    if (grantType !== 'refresh_token')
      return sendError(reply, 'unsupported_grant_type', 'This grant_type is not supported.');
    if (!token) return sendMissing('refresh_token');
    return sendTokenPair(
      refreshGrant(world, client, token),
      'The refresh token is unknown, used, expired or revoked.',
    );
  });
};

const sendError = (reply: FastifyReply, error: string, description: string): FastifyReply =>
  reply
    .code(error === 'invalid_client' ? 401 : 400)
    .send({ error, error_description: description });
