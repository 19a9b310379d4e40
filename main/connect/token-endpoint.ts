/** Sends the token requests of both interfaces. Unused fields of a response never cause a failure. */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import { toStatusFailure } from '../http/status.ts';
import { redact } from '../log/redact.ts';
import { parseBody } from './http-requests.ts';
import { classifyError, redactSecrets } from '../http/bounded-fetch.ts';
import { reconnectNeeded, type RefreshOutcome, type Tokens } from './grant.ts';

/** Lifetime of an access token if the response has none. */
const defaultLifetimeSeconds = 3600;
const maxLifetimeSeconds = 365 * 86_400;

const maxDescriptionLength = 300;

/** Error codes of OAuth and of the legacy service (conformance.md, OAuth errors), in lower case. */
const errorCodes = [
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'invalid_request',
  'unsupported_grant_type',
  'invalid_scope',
  'insufficient_scope',
  'invalid_token',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
];

export type TokenOutcome =
  | Exclude<RefreshOutcome, { readonly result: 'dead' }>
  /** The token endpoint answered with an OAuth error; `reason` is in lower case. */
  | { readonly result: 'refused'; readonly reason: string; readonly error: Failure };

/** Builds the client's `authorization` header. Id and secret are not percent-encoded, unlike in RFC 6749. */
export const buildBasicCredentials = ({
  clientId,
  clientSecret = '',
}: Pick<ServiceProfile, 'clientId' | 'clientSecret'>): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Creates a refusal: `reason` is an OAuth code; `description`, the service's text, loses the `secrets`. */
export const toSignInRefusal = (
  reason: string,
  description: unknown,
  secrets: readonly string[],
  status?: number,
): Failure => {
  const code = /^[a-z_]{1,60}$/i.test(reason) ? reason.toLowerCase() : 'unknown reason';
  const plain =
    typeof description === 'string' ? description.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : '';
  const words = redact(redactSecrets(secrets, plain)).slice(0, maxDescriptionLength);
  return {
    code: 'connect_refused',
    message: 'The service refused the sign-in of this app.',
    detail: words === '' ? code : `${code}: ${words}`,
    ...(status !== undefined && { status }),
  };
};

/** Sends a token request and classifies its outcome; the request's `secrets` are removed from failures. */
export const requestTokens = async (
  request: () => Promise<Response>,
  secrets: readonly string[],
): Promise<TokenOutcome> => {
  try {
    const response = await request();
    const body = await parseBody(response);
    return classify(response.status, body.ok ? body.value : null, secrets);
  } catch (thrown) {
    const { sent, error } = classifyError(thrown);
    return { result: sent ? 'unknown' : 'failed', error };
  }
};

/** After most responses without tokens and OAuth error the outcome is unknown (conformance.md, OAuth 2.0, 7). */
const classify = (status: number, body: unknown, secrets: readonly string[]): TokenOutcome => {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const tokens = status < 300 ? parseTokens(fields) : null;
  if (tokens !== null) return { result: 'tokens', tokens };
  const error = toStatusFailure(status);
  if (error.code === 'service_unavailable') return { result: 'unknown', error };
  if (error.code === 'rate_limited') return { result: 'failed', error };
  const reason = findReason(body) ?? (status === 401 ? 'invalid_client' : null);
  if (reason !== null) {
    // The text is used only where it helps, to name the refused scope: it may repeat secrets.
    const description = reason === 'invalid_scope' ? getField(fields, 'error_description') : null;
    return {
      result: 'refused',
      reason,
      error: toSignInRefusal(reason, description, secrets, status),
    };
  }
  // A gateway that answers 403 did not forward the request. Otherwise the service may have handled it.
  return { result: error.code === 'forbidden' ? 'failed' : 'unknown', error };
};

const getField = (fields: object, name: string): unknown =>
  Object.entries(fields).find(([field]) => field === name)?.[1];

const parseTokens = (fields: object): Tokens | null => {
  const accessToken = pickFirstToken(getField(fields, 'access_token'));
  if (accessToken === null) return null;
  const lifetime = Number(pickFirstToken(getField(fields, 'expires_in')));
  return {
    accessToken,
    refreshToken: pickFirstToken(getField(fields, 'refresh_token')),
    expiresIn: lifetime > 0 ? Math.min(lifetime, maxLifetimeSeconds) : defaultLifetimeSeconds,
    scopes: parseScopes(getField(fields, 'scope')),
  };
};

/** Returns the first text of visible ASCII in a value or list. */
const pickFirstToken = (value: unknown): string | null =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : '',
    )
    .find((token) => /^[\x21-\x7e]+$/.test(token)) ?? null;

const parseScopes = (value: unknown): readonly string[] | null => {
  const scopes = [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/) : []))
    .filter((scope) => scope !== '');
  return scopes.length === 0 ? null : [...new Set(scopes)];
};

const findReason = (body: unknown): string | null => {
  const field = typeof body === 'object' && body !== null ? getField(body, 'error') : null;
  const error = typeof field === 'string' && field.trim() !== '' ? field.toLowerCase() : null;
  return error !== null && errorCodes.includes(error) ? error : (findErrorCode(body) ?? error);
};

/** Finds an error code anywhere in an undocumented body. */
const findErrorCode = (body: unknown, depth = 0): string | null => {
  if (typeof body === 'string')
    return errorCodes.find((code) => code === body.toLowerCase()) ?? null;
  if (typeof body !== 'object' || body === null || depth > 3) return null;
  for (const value of Object.values(body)) {
    const code = findErrorCode(value, depth + 1);
    if (code !== null) return code;
  }
  return null;
};

export const toExchangeResult = (outcome: TokenOutcome): Answer<Tokens> => {
  if (outcome.result === 'tokens') return succeed(outcome.tokens);
  if (outcome.result === 'refused' && outcome.reason === 'invalid_grant') {
    return fail('connect_refused', 'The code of this sign-in is used up or too old. Try again.', {
      detail: 'invalid_grant',
    });
  }
  return { ok: false, error: outcome.error };
};

/** Only `invalid_grant` means that the refresh token is dead. */
export const toRefreshOutcome = (outcome: TokenOutcome): RefreshOutcome => {
  if (outcome.result !== 'refused') return outcome;
  return outcome.reason === 'invalid_grant'
    ? { result: 'dead', error: reconnectNeeded }
    : { result: 'failed', error: outcome.error };
};
