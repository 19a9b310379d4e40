/**
 * What both generations' token endpoints have in common: the client's own credentials, how an answer
 * is read, and what a refusal means for a code and for a refresh token. Of an answer only what is used
 * is looked at: nothing beside it (an id token, a field of another form) costs a sign-in.
 */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import { failureOfStatus } from '../http/status.ts';
import { redact } from '../log/redact.ts';
import { noAnswerOf, readJson, withoutSecrets } from './answer-of-service.ts';
import type { Refreshed, Tokens } from './grant.ts';

/** Lifetime of an access token that says nothing of it, in seconds (service.md, Token response). */
const defaultLifetime = 3600;
/** Longest lifetime that is believed, in seconds. */
const longestLifetime = 365 * 86_400;

/** Most of the service's own words that are shown, in characters. */
const longestDescription = 300;

/** OAuth's fixed codes and those of service.md, OAuth errors, in lower case. */
const errorCodes = [
  ...['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_request'],
  ...['unsupported_grant_type', 'invalid_scope', 'insufficient_scope', 'invalid_token'],
  ...['access_denied', 'server_error', 'temporarily_unavailable'],
];

/** What came of one request to the token endpoint. */
export type Asked =
  | Exclude<Refreshed, { readonly result: 'dead' }>
  /** The token endpoint answered with an OAuth error; `reason` is in lower case. */
  | { readonly result: 'refused'; readonly reason: string; readonly error: Failure };

/** `client_id:client_secret` in Base64 as it is (service.md, Authentication, 4). */
export const basicCredentials = (profile: ServiceProfile): string =>
  `Basic ${Buffer.from(`${profile.clientId}:${profile.clientSecret}`).toString('base64')}`;

/**
 * The failure that stands for the service's refusal of a sign-in.
 *
 * @param reason one of OAuth's fixed codes; a longer text is not kept
 * @param said the service's own words (`error_description`), or nothing: they name a refused scope
 * @param secrets what the service was told and must not be repeated
 */
export const refusedSignIn = (
  reason: string,
  said: unknown,
  secrets: readonly string[],
  status?: number,
): Failure => {
  const code = /^[a-z_]{1,60}$/i.test(reason) ? reason.toLowerCase() : 'unknown reason';
  const plain = typeof said === 'string' ? said.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() : '';
  const words = redact(withoutSecrets(secrets, plain)).slice(0, longestDescription);
  return {
    code: 'connect_refused',
    message: 'The service refused the sign-in of this app.',
    detail: words === '' ? code : `${code}: ${words}`,
    ...(status !== undefined && { status }),
  };
};

/**
 * Makes one request to a token endpoint and sorts what came of it.
 *
 * @param secrets what the request carries and no failure may repeat
 */
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

/** An answer that is neither leaves open what happened (service.md, Authentication legacy, 7). */
const sortAnswer = (status: number, body: unknown, secrets: readonly string[]): Asked => {
  const fields = typeof body === 'object' && body !== null ? { ...body } : {};
  const tokens = status < 300 ? tokensIn(fields) : null;
  if (tokens !== null) return { result: 'tokens', tokens };
  const error = failureOfStatus(status);
  if (error.code === 'service_unavailable') return { result: 'unknown', error };
  if (error.code === 'rate_limited') return { result: 'failed', error };
  const reason = reasonIn(body) ?? (status === 401 ? 'invalid_client' : null);
  if (reason !== null) {
    // Only these words are needed, and this request carries secrets.
    const said = reason === 'invalid_scope' ? fieldOf(fields, 'error_description') : null;
    return { result: 'refused', reason, error: refusedSignIn(reason, said, secrets, status) };
  }
  // A gateway that says 403 has not passed the request on; anything else may have happened.
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

/** The first text of visible letters in a value, or in the list that stands in its place. */
const wordIn = (value: unknown): string | null =>
  [value]
    .flat()
    .map((one) =>
      typeof one === 'number' ? String(one) : typeof one === 'string' ? one.trim() : '',
    )
    .find((word) => /^[\x21-\x7e]+$/.test(word)) ?? null;

/** The scopes in a text or a list of texts; null where none is named. */
const scopesIn = (value: unknown): readonly string[] | null => {
  const scopes = [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/) : []))
    .filter((scope) => scope !== '');
  return scopes.length === 0 ? null : [...new Set(scopes)];
};

/** Why the service refused, in lower case; null when it does not say. */
const reasonIn = (body: unknown): string | null => {
  const own = typeof body === 'object' && body !== null ? fieldOf(body, 'error') : null;
  const error = typeof own === 'string' && own.trim() !== '' ? own.toLowerCase() : null;
  return error !== null && errorCodes.includes(error) ? error : (codeIn(body) ?? error);
};

/** The error code in a body whose shape is not documented: a value that is one, however deep. */
const codeIn = (body: unknown, depth = 0): string | null => {
  if (typeof body === 'string') {
    return errorCodes.find((code) => code === body.toLowerCase()) ?? null;
  }
  if (typeof body !== 'object' || body === null || depth > 3) return null;
  for (const value of Object.values(body)) {
    const code = codeIn(value, depth + 1);
    if (code !== null) return code;
  }
  return null;
};

/** What came of the exchange of a code. */
export const answerOfExchange = (asked: Asked): Answer<Tokens> => {
  if (asked.result === 'tokens') return succeed(asked.tokens);
  if (asked.result === 'refused' && asked.reason === 'invalid_grant') {
    return fail('connect_refused', 'The code of this sign-in is used up or too old. Try again.', {
      detail: 'invalid_grant',
    });
  }
  return { ok: false, error: asked.error };
};

/** What came of a refresh: only `invalid_grant` says that the refresh token is dead. */
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
