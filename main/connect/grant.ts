/** The steps of an OAuth 2.0 grant: address of the consent page, exchange, refresh. */
import type { Answer, Failure } from '../../contract/errors.ts';

export type Tokens = {
  readonly accessToken: string;
  /** Null: the grant ends with the access token. */
  readonly refreshToken: string | null;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  /** Granted scopes; null means the requested ones. */
  readonly scopes: readonly string[] | null;
};

export type Refreshed =
  | { readonly result: 'tokens'; readonly tokens: Tokens }
  | { readonly result: 'dead'; readonly error: Failure }
  /** The service may have issued a pair that was lost: repeat to find out. */
  | { readonly result: 'unknown'; readonly error: Failure }
  | { readonly result: 'failed'; readonly error: Failure };

export type Who = {
  readonly email: string | null;
  /** Whether the browser is probably signed in with another account. */
  readonly isAnother: boolean;
};

export type Grant = {
  /** Receives codes and refresh tokens; they are sent to no other address. */
  readonly tokenAddress: string;
  /** Milliseconds in which a used refresh token may be sent again. */
  readonly grace: number;
  readonly authorizeAddress: (request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly verifier: string;
    readonly who: Who;
  }) => string;
  /**
   * Exchanges a code, once: a second exchange would revoke the tokens. Errors: `connect_refused` if
   * the service refuses the code or the client, `offline`, `timeout`, `service_unavailable`,
   * `rate_limited`, `forbidden`, `unexpected_answer`.
   */
  readonly exchange: (request: {
    readonly code: string;
    readonly redirectUri: string;
    readonly verifier: string;
  }) => Promise<Answer<Tokens>>;
  readonly refresh: (refreshToken: string) => Promise<Refreshed>;
};
