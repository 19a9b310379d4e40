/**
 * The legacy grant (service.md, Endpoints A and B): a connection page, and a token endpoint with
 * code and refresh token in its query string. These addresses are secrets (security rule 10): no
 * failure, log or redirect may contain them. There is no PKCE.
 */
import type { ServiceProfile } from '../../contract/profile.ts';
import { addressBelow, addressWith, carefulFetch, type Fetch } from './answer-of-service.ts';
import type { Grant } from './grant.ts';
import {
  answerOfExchange,
  askTokenEndpoint,
  basicCredentials,
  outcomeOfRefresh,
  type Asked,
} from './token-endpoint.ts';

/** The only scope (service.md, A). */
const scope = 'messages';

/** How long a used refresh token may be sent again, in milliseconds (service.md, Limits). */
const grace = 10_000;

/** Time-out of a refresh in milliseconds, so that two more fit into the grace period. */
const refreshTimeout = 4_000;

export const createGrantLegacy = (profile: ServiceProfile, fetch: Fetch): Grant => {
  const { baseUrl, connectUrl } = profile;
  if (connectUrl === undefined) throw new Error('not a legacy profile');

  const tokenAddress = addressBelow(baseUrl, '/v2/tokens/access');

  const askTokens = async (
    parameters: Readonly<Record<string, string>>,
    timeout?: number,
  ): Promise<Asked> => {
    const address = addressWith(tokenAddress, parameters);
    const authorization = basicCredentials(profile);
    const asked = await askTokenEndpoint(
      () =>
        carefulFetch(fetch, timeout)(address.href, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
        }),
      [profile.clientSecret, authorization, ...Object.values(parameters)],
    );
    if (asked.result !== 'tokens' || asked.tokens.scopes !== null) return asked;
    return { ...asked, tokens: { ...asked.tokens, scopes: [scope] } };
  };

  return {
    tokenAddress: tokenAddress.href,
    grace,

    authorizeAddress: ({ redirectUri, state }) =>
      addressWith(addressBelow(connectUrl, '/services/partner-connect/'), {
        ...profile.authorizeParams,
        client_id: profile.clientId,
        scope,
        redirect_uri: redirectUri,
        response_type: 'code',
        state,
      }).href,

    exchange: async ({ code, redirectUri }) =>
      answerOfExchange(
        await askTokens({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          token_type: 'AUTH_CODE',
        }),
      ),

    refresh: async (refreshToken) =>
      outcomeOfRefresh(
        await askTokens(
          { grant_type: 'refresh_token', refresh_token: refreshToken, token_type: 'REFRESH' },
          refreshTimeout,
        ),
      ),
  };
};
