/** The v4 grant: a confidential client with HTTP Basic, and with PKCE unless the profile disables it. */
import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import type { ServiceProfile } from '../../contract/profile.ts';
import { addParameters } from './http-requests.ts';
import { createBoundedFetch, type Fetch } from '../http/bounded-fetch.ts';
import type { Grant, Tokens, SignInHint } from './grant.ts';
import {
  toExchangeResult,
  requestTokens,
  buildBasicCredentials,
  toRefreshOutcome,
  type TokenOutcome,
} from './token-endpoint.ts';

/** Returns the address of a v4 profile's consent page; throws for another profile. */
export const buildAuthorizeAddressV4 = (
  profile: ServiceProfile,
  { redirectUri, state, verifier, hint }: Parameters<Grant['buildAuthorizeAddress']>[0],
): string => {
  if (profile.authorizeUrl === undefined) throw new Error('not a v4 profile');
  return addParameters(new URL(profile.authorizeUrl), {
    ...profile.authorizeParams,
    prompt: choosePrompt(profile, hint),
    ...(hint.email !== null && { login_hint: hint.email }),
    client_id: profile.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: profile.scopes.join(' '),
    state,
    ...(profile.pkce ? buildChallenge(verifier) : {}),
  }).href;
};

/** Creates the grant of a v4 profile with a secret; throws for another profile. */
export const createGrantV4 = (profile: ServiceProfile, fetch: Fetch): Grant => {
  const { tokenUrl, clientSecret } = profile;
  if (tokenUrl === undefined || clientSecret === undefined)
    throw new Error('not a v4 profile with a secret');
  const server: oauth.AuthorizationServer = {
    issuer: new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
  };
  const client: oauth.Client = { client_id: profile.clientId };
  const options = {
    [oauth.customFetch]: createBoundedFetch(fetch) as typeof globalThis.fetch,
    [oauth.allowInsecureRequests]: new URL(tokenUrl).protocol === 'http:',
  };
  const authorization = buildBasicCredentials(profile);
  const basic: oauth.ClientAuth = (_server, _client, _body, headers) =>
    headers.set('authorization', authorization);

  const sendTokenRequest = async (
    grantType: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<TokenOutcome> => {
    const outcome = await requestTokens(
      () =>
        oauth.genericTokenEndpointRequest(server, client, basic, grantType, parameters, options),
      [clientSecret, authorization, ...Object.values(parameters)],
    );
    return outcome.result === 'tokens'
      ? { ...outcome, tokens: addOfflineAccess(outcome.tokens) }
      : outcome;
  };

  return {
    tokenAddress: new URL(tokenUrl).href,
    graceMs: 60_000,

    buildAuthorizeAddress: (request) => buildAuthorizeAddressV4(profile, request),

    exchange: async ({ code, redirectUri, verifier }) =>
      toExchangeResult(
        await sendTokenRequest('authorization_code', {
          code,
          redirect_uri: redirectUri,
          ...(profile.pkce && { code_verifier: verifier }),
        }),
      ),

    refresh: async (refreshToken) =>
      toRefreshOutcome(await sendTokenRequest('refresh_token', { refresh_token: refreshToken })),
  };
};

/** Chooses the `prompt`. Without `consent` the service reuses an old consent, without `login` an old sign-in. */
const choosePrompt = (
  { authorizeParams: { prompt = 'consent' } }: ServiceProfile,
  hint: SignInHint,
): string =>
  hint.hasOtherSession && !prompt.split(' ').includes('login') ? `login ${prompt}` : prompt;

const buildChallenge = (verifier: string): Record<string, string> => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

/** Adds `offline_access`, which a refresh token implies even if the list omits it. */
const addOfflineAccess = (tokens: Tokens): Tokens =>
  tokens.refreshToken === null || tokens.scopes === null
    ? tokens
    : { ...tokens, scopes: [...new Set([...tokens.scopes, 'offline_access'])] };
