/**
 * The legacy generation's grant (service.md, Endpoints A and B): a connection page, and a token
 * endpoint that takes the code or the refresh token in its query string. Such an address is a secret
 * (security rule 10): it is made, asked and dropped in here, and no failure, log or redirect may
 * carry it. PKCE does not exist in this generation.
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

/** The only scope that there is (service.md, A). */
const scope = 'messages';

/** For how long a used refresh token may be sent again, in milliseconds (service.md, Limits). */
const grace = 10_000;

/** A refresh gives up after this many milliseconds, so that two more fit into the grace. */
const refreshTimeout = 4_000;

/**
 * The grant of a legacy client.
 *
 * @param profile a legacy profile; its addresses were checked to be https, or http on this computer
 */
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
