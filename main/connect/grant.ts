/** The three steps of an OAuth 2.0 grant: consent page, exchange of the code, refresh. */
import type { Answer, Failure } from '../../contract/errors.ts';

export const reconnectNeeded: Failure = {
  code: 'reconnect_needed',
  message: 'The service ended this sign-in. Connect again.',
};

export type Tokens = {
  readonly accessToken: string;
  /** Null: the grant ends with the access token, or is the hub's. */
  readonly refreshToken: string | null;
  /** The hub's id of the account, if the hub has its grant. */
  readonly brokerAccount?: string | undefined;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
  /** Granted scopes; null means the requested ones. */
  readonly scopes: readonly string[] | null;
};

export type RefreshOutcome =
  | { readonly result: 'tokens'; readonly tokens: Tokens }
  | { readonly result: 'dead'; readonly error: Failure }
  /** The service may have issued a pair that was lost, so the refresh must be repeated. */
  | { readonly result: 'unknown'; readonly error: Failure }
  | { readonly result: 'failed'; readonly error: Failure };

/** Selects the person on the sign-in page. */
export type SignInHint = {
  readonly email: string | null;
  /** True if the browser is probably signed in as somebody else. */
  readonly hasOtherSession: boolean;
};

/** The outcome of the consent page: the code, and what its exchange needs. */
export type Authorized = {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
};

export type Grant = {
  /** The only address to which codes and refresh tokens are sent. */
  readonly tokenAddress: string;
  /** Milliseconds in which a used refresh token may be sent again. */
  readonly graceMs: number;
  readonly buildAuthorizeAddress: (request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly verifier: string;
    readonly hint: SignInHint;
  }) => string;
  /**
   * Exchanges a code. Never repeated: a second exchange revokes the tokens. Errors: `connect_refused` if
   * the service refuses the code or the client, `offline`, `timeout`, `service_unavailable`,
   * `rate_limited`, `forbidden`, `unexpected_answer`.
   */
  readonly exchange: (request: Authorized) => Promise<Answer<Tokens>>;
  /** Gets tokens by a refresh token or the hub's id of the account; `refused` is a token that the service refused. */
  readonly refresh: (key: string, refused?: string | null) => Promise<RefreshOutcome>;
};
