/**
 * The legacy generation's grant (service.md, Endpoints A and B): a connection page, and a token
 * endpoint that takes the code or the refresh token in its query string. Such an address is a secret
 * (security rule 10): it is made, asked and dropped in here, and no failure, log or redirect may
 * carry it. PKCE does not exist in this generation.
 */
import { z } from 'zod';
import type { ServiceProfile } from '../../contract/profile.ts';
import {
  addressBelow,
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

/** The only scope that there is (service.md, A). */
const scope = 'messages';

/** For how long a used refresh token may be sent again, in milliseconds (service.md, Limits). */
const grace = 10_000;

/** A refresh gives up after this many milliseconds, so that two more fit into the grace. */
const refreshTimeout = 4_000;

/** The error codes of service.md, OAuth errors. */
const errorCodes = [
  ...['INVALID_CLIENT', 'UNAUTHORIZED_CLIENT', 'INVALID_REQUEST', 'INVALID_GRANT'],
  ...['UNSUPPORTED_GRANT_TYPE', 'INSUFFICIENT_SCOPE', 'INVALID_TOKEN'],
];

const tokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.coerce.number().positive().catch(defaultLifetime),
  scope: z.string().nullish().catch(null),
});

/**
 * The grant of a legacy client.
 *
 * @param profile a legacy profile; its addresses were checked to be https, or http on this computer
 */
export const createGrantLegacy = (profile: ServiceProfile, fetch: Fetch): Grant => {
  const { baseUrl, connectUrl } = profile;
  if (connectUrl === undefined) throw new Error('not a legacy profile');

  const askTokens = async (
    parameters: Readonly<Record<string, string>>,
    timeout?: number,
  ): Promise<Asked> => {
    const address = addressWith(addressBelow(baseUrl, '/v2/tokens/access'), parameters);
    try {
      const response = await carefulFetch(fetch, timeout)(address.href, {
        method: 'POST',
        headers: { authorization: basicCredentials(profile), accept: 'application/json' },
      });
      return sortAnswer(response.status, await readBody(response));
    } catch (thrown) {
      const { sent, error } = noAnswerOf(thrown);
      return { result: sent ? 'unknown' : 'failed', error };
    }
  };

  return {
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

/** The JSON of a body, or null when there is none. */
const readBody = async (response: Response): Promise<unknown> => {
  try {
    return JSON.parse(await response.text()) as unknown;
  } catch {
    return null;
  }
};

/** Sorts an answer; an empty one leaves open what happened (service.md, Authentication legacy, 7). */
const sortAnswer = (status: number, body: unknown): Asked => {
  const tokens = status < 300 ? tokenResponse.safeParse(body).data : undefined;
  if (tokens) return { result: 'tokens', tokens: tokensOf(tokens) };
  const error = failureOfStatus(status);
  if (error.code === 'service_unavailable') return { result: 'unknown', error };
  if (error.code === 'rate_limited') return { result: 'failed', error };
  const code = errorCodeIn(body);
  if (code !== null) return refusal(code, status);
  if (status === 401) return refusal('INVALID_CLIENT', status);
  return { result: error.code === 'forbidden' ? 'failed' : 'unknown', error };
};

const tokensOf = (response: z.output<typeof tokenResponse>): Tokens => ({
  accessToken: response.access_token,
  refreshToken: response.refresh_token ?? null,
  expiresIn: response.expires_in,
  scopes: response.scope?.split(/[\s,]+/).filter((name) => name !== '') ?? [scope],
});

/** The error code in a body whose shape is not documented: a value that is one, however deep. */
const errorCodeIn = (body: unknown, depth = 0): string | null => {
  if (typeof body === 'string') {
    return errorCodes.find((code) => code === body.toUpperCase()) ?? null;
  }
  if (typeof body !== 'object' || body === null || depth > 3) return null;
  for (const value of Object.values(body)) {
    const code = errorCodeIn(value, depth + 1);
    if (code !== null) return code;
  }
  return null;
};
