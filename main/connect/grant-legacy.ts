/** The legacy grant (conformance.md, A and B), without PKCE. Its addresses contain secrets (security rule 10). */
import type { ServiceProfile } from '../../contract/profile.ts';
import { joinPath, addParameters } from './http-requests.ts';
import { createBoundedFetch, type Fetch } from '../http/bounded-fetch.ts';
import type { Grant } from './grant.ts';
import {
  toExchangeResult,
  requestTokens,
  buildBasicCredentials,
  toRefreshOutcome,
  type TokenOutcome,
} from './token-endpoint.ts';

/** The only scope of the legacy interface. */
const scope = 'messages';

const graceMs = 10_000;

/** Short enough that two more refreshes fit into the grace period. */
const refreshTimeoutMs = 4_000;

/** Returns the address of a legacy profile's connection page; throws for another profile. */
export const buildAuthorizeAddressLegacy = (
  profile: ServiceProfile,
  {
    redirectUri,
    state,
  }: Pick<Parameters<Grant['buildAuthorizeAddress']>[0], 'redirectUri' | 'state'>,
): string => {
  if (profile.connectUrl === undefined) throw new Error('not a legacy profile');
  return addParameters(joinPath(profile.connectUrl, '/services/partner-connect/'), {
    ...profile.authorizeParams,
    client_id: profile.clientId,
    scope,
    redirect_uri: redirectUri,
    response_type: 'code',
    state,
  }).href;
};

/** Creates the grant of a legacy profile with a secret; throws for another profile. */
export const createGrantLegacy = (profile: ServiceProfile, fetch: Fetch): Grant => {
  const { baseUrl, clientSecret } = profile;
  if (clientSecret === undefined) throw new Error('a profile without a secret');

  const tokenAddress = joinPath(baseUrl, '/v2/tokens/access');

  const sendTokenRequest = async (
    parameters: Readonly<Record<string, string>>,
    timeout?: number,
  ): Promise<TokenOutcome> => {
    const address = addParameters(tokenAddress, parameters);
    const authorization = buildBasicCredentials(profile);
    const outcome = await requestTokens(
      () =>
        createBoundedFetch(fetch, timeout)(address.href, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
        }),
      [clientSecret, authorization, ...Object.values(parameters)],
    );
    if (outcome.result !== 'tokens' || outcome.tokens.scopes !== null) return outcome;
    return { ...outcome, tokens: { ...outcome.tokens, scopes: [scope] } };
  };

  return {
    tokenAddress: tokenAddress.href,
    graceMs,

    buildAuthorizeAddress: (request) => buildAuthorizeAddressLegacy(profile, request),

    exchange: async ({ code, redirectUri }) =>
      toExchangeResult(
        await sendTokenRequest({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          token_type: 'AUTH_CODE',
        }),
      ),

    refresh: async (refreshToken) =>
      toRefreshOutcome(
        await sendTokenRequest(
          { grant_type: 'refresh_token', refresh_token: refreshToken, token_type: 'REFRESH' },
          refreshTimeoutMs,
        ),
      ),
  };
};
