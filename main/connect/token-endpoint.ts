/** Token requests of both generations. Unused fields of a response never cause a failure. */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import { failureOfStatus } from '../http/status.ts';
import { redact } from '../log/redact.ts';
import { noAnswerOf, readJson, withoutSecrets } from './answer-of-service.ts';
import type { Refreshed, Tokens } from './grant.ts';

/** Lifetime of an access token without one, in seconds (service.md, Token response). */
const defaultLifetime = 3600;
/** In seconds. */
const longestLifetime = 365 * 86_400;

const longestDescription = 300;

/** OAuth's fixed codes and those of service.md, OAuth errors, in lower case. */
const errorCodes = [
  ...['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_request'],
  ...['unsupported_grant_type', 'invalid_scope', 'insufficient_scope', 'invalid_token'],
  ...['access_denied', 'server_error', 'temporarily_unavailable'],
];

/** Outcome of a token request. */
export type Asked =
  | Exclude<Refreshed, { readonly result: 'dead' }>
  /** The token endpoint answered with an OAuth error; `reason` is in lower case. */
  | { readonly result: 'refused'; readonly reason: string; readonly error: Failure };

/** `client_id:client_secret` in Base64 as it is (service.md, Authentication, 4). */
export const basicCredentials = (profile: ServiceProfile): string =>
  `Basic ${Buffer.from(`${profile.clientId}:${profile.clientSecret}`).toString('base64')}`;

/**
 * The failure for a refused sign-in.
 * @param reason an OAuth error code; other texts are dropped
 * @param description the service's text (`error_description`), which names a refused scope
 * @param secrets sent to the service and never to be repeated
 */
export const refusedSignIn = (
  reason: string,
  description: unknown,
  secrets: readonly string[],
  status?: number,
): Failure => {
  const code = /^[a-z_]{1,60}$/i.test(reason) ? reason.toLowerCase() : 'unknown reason';
  const plain =
    typeof description === 'string' ? description.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : '';
  const words = redact(withoutSecrets(secrets, plain)).slice(0, longestDescription);
  return {
    code: 'connect_refused',
    message: 'The service refused the sign-in of this app.',
    detail: words === '' ? code : `${code}: ${words}`,
    ...(status !== undefined && { status }),
  };
};

/** Sends a token request; `secrets` are in it and never in a failure. */
export const askTokenEndpoint = async (
  request: () => Promise<Response>,
  secrets: readonly string[],
): Promise<Asked> => {
  try {
    const response = await request();
    const body = await readJson(response);
    return sortAnswer(response.status, body.ok ? body.value : null, secrets);
  } catch (thrown) {
    const { sent, error } = noAnswerOf(thrown);
    return { result: sent ? 'unknown' : 'failed', error };
  }
};

/** Neither tokens nor an error: the outcome is unknown (service.md, Authentication legacy, 7). */
const sortAnswer = (status: number, body: unknown, secrets: readonly string[]): Asked => {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const tokens = status < 300 ? tokensIn(fields) : null;
  if (tokens !== null) return { result: 'tokens', tokens };
  const error = failureOfStatus(status);
  if (error.code === 'service_unavailable') return { result: 'unknown', error };
  if (error.code === 'rate_limited') return { result: 'failed', error };
  const reason = reasonIn(body) ?? (status === 401 ? 'invalid_client' : null);
  if (reason !== null) {
    // Only a refused scope needs the text, and the request contains secrets.
    const description = reason === 'invalid_scope' ? fieldOf(fields, 'error_description') : null;
    return {
      result: 'refused',
      reason,
      error: refusedSignIn(reason, description, secrets, status),
    };
  }
  // A gateway's 403 did not pass the request on; after anything else it may have been handled.
  return { result: error.code === 'forbidden' ? 'failed' : 'unknown', error };
};

const fieldOf = (fields: object, name: string): unknown =>
  Object.entries(fields).find(([field]) => field === name)?.[1];

const tokensIn = (fields: object): Tokens | null => {
  const accessToken = wordIn(fieldOf(fields, 'access_token'));
  if (accessToken === null) return null;
  const lifetime = Number(wordIn(fieldOf(fields, 'expires_in')));
  return {
    accessToken,
    refreshToken: wordIn(fieldOf(fields, 'refresh_token')),
    expiresIn: lifetime > 0 ? Math.min(lifetime, longestLifetime) : defaultLifetime,
    scopes: scopesIn(fieldOf(fields, 'scope')),
  };
};

/** The first text of visible ASCII in a value or its list. */
const wordIn = (value: unknown): string | null =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : '',
    )
    .find((word) => /^[\x21-\x7e]+$/.test(word)) ?? null;

const scopesIn = (value: unknown): readonly string[] | null => {
  const scopes = [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/) : []))
    .filter((scope) => scope !== '');
  return scopes.length === 0 ? null : [...new Set(scopes)];
};

const reasonIn = (body: unknown): string | null => {
  const own = typeof body === 'object' && body !== null ? fieldOf(body, 'error') : null;
  const error = typeof own === 'string' && own.trim() !== '' ? own.toLowerCase() : null;
  return error !== null && errorCodes.includes(error) ? error : (codeIn(body) ?? error);
};

/** Finds an error code anywhere in an undocumented body. */
const codeIn = (body: unknown, depth = 0): string | null => {
  if (typeof body === 'string')
    return errorCodes.find((code) => code === body.toLowerCase()) ?? null;
  if (typeof body !== 'object' || body === null || depth > 3) return null;
  for (const value of Object.values(body)) {
    const code = codeIn(value, depth + 1);
    if (code !== null) return code;
  }
  return null;
};

export const answerOfExchange = (asked: Asked): Answer<Tokens> => {
  if (asked.result === 'tokens') return succeed(asked.tokens);
  if (asked.result === 'refused' && asked.reason === 'invalid_grant') {
    return fail('connect_refused', 'The code of this sign-in is used up or too old. Try again.', {
      detail: 'invalid_grant',
    });
  }
  return { ok: false, error: asked.error };
};

/** Outcome of a refresh: only `invalid_grant` means that the refresh token is dead. */
export const outcomeOfRefresh = (asked: Asked): Refreshed => {
  if (asked.result !== 'refused') return asked;
  return asked.reason === 'invalid_grant'
    ? { result: 'dead', error: reconnectNeeded }
    : { result: 'failed', error: asked.error };
};

const reconnectNeeded: Failure = {
  code: 'reconnect_needed',
  message: 'The service ended this sign-in. Connect again.',
};
