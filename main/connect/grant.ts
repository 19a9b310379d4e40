/**
 * The three steps of an OAuth 2.0 grant, whatever the interface generation: the address of the consent
 * page, the exchange of the code, the refresh. `grant-v4.ts` speaks the standard; another generation
 * is another file beside it.
 */
import type { Answer, Failure } from '../../contract/errors.ts';

/** What the token endpoint gave. */
export type Tokens = {
  readonly accessToken: string;
  /** Null when the service gave none: then the grant ends with the access token. */
  readonly refreshToken: string | null;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  /** What was granted; null when the service did not say, which means what was asked for. */
  readonly scopes: readonly string[] | null;
};

/** How a refresh ended. */
export type Refreshed =
  | { readonly result: 'tokens'; readonly tokens: Tokens }
  /** The refresh token is worth nothing any more. */
  | { readonly result: 'dead'; readonly error: Failure }
  /** The service may have made a new pair that did not reach us: only a repeat can tell. */
  | { readonly result: 'unknown'; readonly error: Failure }
  /** Nothing happened at the service. */
  | { readonly result: 'failed'; readonly error: Failure };

export type Who = {
  /** The address that the account signs in with. */
  readonly email: string | null;
  /** True when the browser is signed in with another account, as far as we know. */
  readonly isAnother: boolean;
};

export type Grant = {
  /** Where codes and refresh tokens go. What was granted there is sent to no other address. */
  readonly tokenAddress: string;
  /** For how many milliseconds a used refresh token may be sent again. */
  readonly grace: number;
  readonly authorizeAddress: (request: {
    readonly redirectUri: string;
    readonly state: string;
    /** PKCE code verifier; unused when the profile does without. */
    readonly verifier: string;
    /** Who is to sign in, as far as it is known: the browser may be signed in as somebody else. */
    readonly who: Who;
  }) => string;
  /**
   * Exchanges a code, once: a second exchange of the same code would revoke what the first gave.
   *
   * Errors: `connect_refused` when the service refuses the code or the client, `offline`, `timeout`,
   * `service_unavailable`, `rate_limited`, `forbidden`, `unexpected_answer`.
   */
  readonly exchange: (request: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<Answer<Tokens>>;
  readonly refresh: (refreshToken: string) => Promise<Refreshed>;
};
