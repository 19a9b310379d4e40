/**
 * HTTP between desktop and the hub's broker, which stores client secrets and refresh tokens. Every request is
 * signed (signed-request.ts); bodies are JSON. Owners connect and disconnect, every member gets access tokens.
 */
import { z } from 'zod';
import { generationNames } from '../generations.ts';
import { personID } from '../person-name.ts';
import { environment, serviceProfile } from '../profile.ts';
import { readonlyObject, readonlyStrictObject } from '../schema.ts';
import { signedErrors } from './signed-request.ts';

/** The broker's paths under the hub's address. */
export const brokerPaths = {
  exchange: '/broker/exchange',
  token: '/broker/token',
  disconnect: '/broker/disconnect',
  accounts: '/broker/accounts',
} as const;

/** Identifies a client in the hub's configuration, which has its addresses. */
const brokerService = readonlyStrictObject({
  environment,
  interface: z.enum(generationNames),
  clientId: z.string().min(1).max(500),
});

/** The hub's id of an account: the same user of the same service always has the same one. */
const brokerAccountID = z.string().regex(/^[\w-]{1,64}$/);

/** `POST /broker/exchange`: exchanges the code of a sign-in. Never repeated. */
export const brokerExchange = readonlyStrictObject({
  service: brokerService,
  code: z.string().min(1).max(4_000),
  redirectUri: z.string().min(1).max(500),
  /** PKCE's verifier; null if the profile disables PKCE, and for legacy. */
  verifier: z.string().min(43).max(128).nullable(),
});

/** `POST /broker/token`: returns an access token that is valid for some minutes at least. */
export const brokerTokenRequest = readonlyStrictObject({
  account: brokerAccountID,
  /** The token that the service refused with 401: the hub returns another one. Null for any. */
  refused: z.string().min(1).max(8_000).nullable(),
});

/** `POST /broker/disconnect`: ends the grant at the hub, and a legacy one at the service. */
export const brokerDisconnect = readonlyStrictObject({ account: brokerAccountID });

/** Answer of exchange and token. It never contains a refresh token. */
export const brokerToken = readonlyObject({
  account: brokerAccountID,
  accessToken: z.string().regex(/^[\x21-\x7e]{1,8000}$/),
  /** Remaining lifetime in seconds. */
  expiresIn: z.int().positive(),
  /** Null: as requested. */
  scopes: z.array(z.string().max(200)).max(50).readonly().nullable(),
});

export const brokerDone = readonlyObject({});

const listedAccount = readonlyObject({
  account: brokerAccountID,
  /** Of the hub's configuration, without secrets. */
  profile: z.object(serviceProfile.unwrap().shape).readonly(),
  /** The service's id of the user or legacy business; null if the grant does not cover it. */
  userID: z.string().nullable(),
  userName: z.string(),
  email: z.string(),
  scopes: z.array(z.string()).readonly(),
  state: z.enum(['connected', 'reconnect', 'disconnected']),
  /** The owner who connected it; null if the hub does not know it. */
  connectedBy: personID.nullable().catch(null),
  /** Time of the last change of the state or the scopes, UTC milliseconds. */
  since: z.number(),
  /** Time of its first sign-in at the hub, UTC milliseconds. */
  connectedAt: z.number(),
});
export type ListedAccount = z.infer<typeof listedAccount>;

/**
 * Answer of `GET /broker/accounts`: the team's accounts, also those whose grant has ended. An account that cannot be
 * parsed, as from a newer hub, is left out.
 */
export const brokerAccounts = readonlyObject({
  accounts: z
    .array(listedAccount.nullable().catch(null))
    .max(200)
    .transform((all) => all.filter((each) => each !== null))
    .readonly(),
});

/** The closed list of the broker's errors, with the HTTP status of each. */
export const brokerErrors = {
  ...signedErrors,
  unknown_account: 404,
  /** The hub's configuration has no such client. */
  unknown_service: 404,
  /** The grant has ended: an owner must connect again. */
  reconnect_needed: 409,
  /** The service refused the code or the client; `detail` has its OAuth error. */
  connect_refused: 422,
  /** Too many requests, by the hub or the service; `retry-after` has the seconds. */
  rate_limited: 429,
  /** The service refused the request of the hub, as a firewall does. */
  forbidden: 502,
  /** The service's answer could not be parsed. */
  unexpected_answer: 502,
  /** The service failed, cannot be reached or did not answer in time. */
  service_unavailable: 502,
} as const;
export type BrokerErrorCode = keyof typeof brokerErrors;
