/**
 * The v4 generation's grant: a standard authorization server (live-facts, Environments and OAuth 2.0),
 * a confidential client with HTTP Basic, PKCE where the profile says so.
 */
import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { ServiceProfile } from '../../contract/profile.ts';
import {
  addressWith,
  carefulFetch,
  failureOfStatus,
  noAnswerOf,
  type Fetch,
} from './answer-of-service.ts';
import type { Grant, Tokens } from './grant.ts';
import {
  answerOfExchange,
  basicCredentials,
  defaultLifetime,
  outcomeOfRefresh,
  refusal,
  type Asked,
} from './token-endpoint.ts';

/**
 * The grant of a v4 client.
 *
 * @param profile a v4 profile; its addresses were checked to be https, or http on this computer
 */
export const createGrantV4 = (profile: ServiceProfile, fetch: Fetch): Grant => {
  const { authorizeUrl, tokenUrl } = profile;
  if (authorizeUrl === undefined || tokenUrl === undefined) throw new Error('not a v4 profile');
  const server: oauth.AuthorizationServer = {
    issuer: new URL(authorizeUrl).origin,
    token_endpoint: tokenUrl,
  };
  const client: oauth.Client = { client_id: profile.clientId };
  const options = {
    [oauth.customFetch]: carefulFetch(fetch) as typeof globalThis.fetch,
    [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
  };
  const basic = basicAuthentication(profile);

  return {
    grace: 60_000,

    authorizeAddress: ({ redirectUri, state, verifier }) =>
      addressWith(new URL(authorizeUrl), {
        // An old consent would be used again without it, and new scopes be missing.
        prompt: 'consent',
        ...profile.authorizeParams,
        client_id: profile.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: profile.scopes.join(' '),
        state,
        ...(profile.pkce ? challengeOf(verifier) : {}),
      }).href,

    exchange: async ({ code, redirectUri, verifier }) => {
      const asked = await askTokens(async () => {
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          basic,
          // Our own check of the state came first (attempt.ts), in constant time.
          oauth.validateAuthResponse(server, client, new URLSearchParams({ code })),
          redirectUri,
          profile.pkce ? verifier : oauth.nopkce,
          options,
        );
        return oauth.processAuthorizationCodeResponse(server, client, response);
      });
      return answerOfExchange(asked);
    },

    refresh: async (refreshToken) => {
      const asked = await askTokens(async () => {
        const response = await oauth.refreshTokenGrantRequest(
          server,
          client,
          basic,
          refreshToken,
          options,
        );
        return oauth.processRefreshTokenResponse(server, client, response);
      });
      return outcomeOfRefresh(asked);
    },
  };
};

const basicAuthentication =
  (profile: ServiceProfile): oauth.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', basicCredentials(profile));

const challengeOf = (verifier: string): Record<string, string> => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

/** Runs one request to the token endpoint and sorts what came of it. */
const askTokens = async (request: () => Promise<oauth.TokenEndpointResponse>): Promise<Asked> => {
  try {
    return { result: 'tokens', tokens: tokensOf(await request()) };
  } catch (error) {
    return sortFailure(error);
  }
};

const tokensOf = (response: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: response.access_token,
  refreshToken: response.refresh_token ?? null,
  expiresIn: response.expires_in ?? defaultLifetime,
  scopes: response.scope === undefined ? null : grantedScopes(response.scope, response),
});

/** A refresh token says that offline_access was granted, also where the list leaves it out. */
const grantedScopes = (list: string, { refresh_token }: oauth.TokenEndpointResponse): string[] => {
  const scopes = new Set(list.split(' ').filter((scope) => scope !== ''));
  if (refresh_token !== undefined) scopes.add('offline_access');
  return [...scopes];
};

const sortFailure = (error: unknown): Asked => {
  if (error instanceof oauth.ResponseBodyError) {
    return error.status === 429
      ? { result: 'failed', error: failureOfStatus(429) }
      : refusal(error.error, error.status);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return refusal('invalid_client', error.status);
  }
  if (error instanceof oauth.OperationProcessingError) {
    const status = error.cause instanceof Response ? error.cause.status : 200;
    const failure = failureOfStatus(status);
    // A gateway that says 403 or 429 has not passed the request on; anything else may have happened.
    const refused = failure.code === 'forbidden' || failure.code === 'rate_limited';
    return { result: refused ? 'failed' : 'unknown', error: failure };
  }
  const { sent, error: failure } = noAnswerOf(error);
  return { result: sent ? 'unknown' : 'failed', error: failure };
};
