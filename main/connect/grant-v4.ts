/** The v4 grant: a confidential client with HTTP Basic, with PKCE if the profile requires it. */
import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { ServiceProfile } from '../../contract/profile.ts';
import { addressWith, carefulFetch, type Fetch } from './answer-of-service.ts';
import type { Grant, Tokens, Who } from './grant.ts';
import {
  answerOfExchange,
  askTokenEndpoint,
  basicCredentials,
  outcomeOfRefresh,
  type Asked,
} from './token-endpoint.ts';

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
  const authorization = basicCredentials(profile);
  const basic: oauth.ClientAuth = (_server, _client, _body, headers) =>
    headers.set('authorization', authorization);

  const askTokens = async (
    grantType: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<Asked> => {
    const asked = await askTokenEndpoint(
      () =>
        oauth.genericTokenEndpointRequest(server, client, basic, grantType, parameters, options),
      [profile.clientSecret, authorization, ...Object.values(parameters)],
    );
    return asked.result === 'tokens'
      ? { ...asked, tokens: withOfflineAccess(asked.tokens) }
      : asked;
  };

  return {
    tokenAddress: new URL(tokenUrl).href,
    grace: 60_000,

    authorizeAddress: ({ redirectUri, state, verifier, who }) =>
      addressWith(new URL(authorizeUrl), {
        ...profile.authorizeParams,
        prompt: promptFor(profile, who),
        ...(who.email !== null && { login_hint: who.email }),
        client_id: profile.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: profile.scopes.join(' '),
        state,
        ...(profile.pkce ? challengeOf(verifier) : {}),
      }).href,

    exchange: async ({ code, redirectUri, verifier }) =>
      answerOfExchange(
        await askTokens('authorization_code', {
          code,
          redirect_uri: redirectUri,
          ...(profile.pkce && { code_verifier: verifier }),
        }),
      ),

    refresh: async (refreshToken) =>
      outcomeOfRefresh(await askTokens('refresh_token', { refresh_token: refreshToken })),
  };
};

/** Without `consent` the service reuses an old consent, without `login` an old sign-in. */
const promptFor = ({ authorizeParams: { prompt = 'consent' } }: ServiceProfile, who: Who): string =>
  who.isAnother && !prompt.split(' ').includes('login') ? `login ${prompt}` : prompt;

const challengeOf = (verifier: string): Record<string, string> => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

/** A refresh token implies offline_access, even if the list omits it. */
const withOfflineAccess = (tokens: Tokens): Tokens =>
  tokens.refreshToken === null || tokens.scopes === null
    ? tokens
    : { ...tokens, scopes: [...new Set([...tokens.scopes, 'offline_access'])] };
