/**
 * What both generations' token endpoints have in common: the client's own credentials, and what a
 * refusal means for a code and for a refresh token. Nothing that the service says in its own words
 * is kept: only the fixed codes of OAuth.
 */
import { fail, succeed, type Answer, type Failure } from '../../contract/errors.ts';
import type { ServiceProfile } from '../../contract/profile.ts';
import type { Refreshed, Tokens } from './grant.ts';

/** Lifetime of an access token that says nothing of it, in seconds (service.md, Token response). */
export const defaultLifetime = 3600;

/** What came of one request to the token endpoint. */
export type Asked =
  | Exclude<Refreshed, { readonly result: 'dead' }>
  /** The token endpoint answered with an OAuth error; `reason` is in lower case. */
  | { readonly result: 'refused'; readonly reason: string; readonly error: Failure };

/** `client_id:client_secret` in Base64 as it is (service.md, Authentication, 4). */
export const basicCredentials = (profile: ServiceProfile): string =>
  `Basic ${Buffer.from(`${profile.clientId}:${profile.clientSecret}`).toString('base64')}`;

/** The service's reason is one of OAuth's fixed codes; a longer text is not kept. */
export const refusal = (reason: string, status: number): Asked => ({
  result: 'refused',
  reason: reason.toLowerCase(),
  error: {
    code: 'connect_refused',
    message: 'The service refused the sign-in of this app.',
    detail: /^[a-z_]{1,60}$/i.test(reason) ? reason : 'unknown reason',
    status,
  },
});

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
