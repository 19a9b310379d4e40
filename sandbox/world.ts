/**
 * What every part of the sandbox works on: who exists, what the clock says, what has happened. Made
 * once in sandbox.ts and handed to each function; holds no behavior of its own.
 */
import type { KeyObject } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Shipment } from './deliver/shipment.ts';
import type { TradingBusiness } from './generate/professional.ts';
import type { Options } from './options.ts';
import type { User } from './records.ts';
import type { Generation, State } from './state.ts';

export type Client = {
  readonly generation: Generation;
  /** A legacy client whose tokens only pass validation. */
  readonly test: boolean;
  readonly name: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly redirectURIs: readonly string[];
};

export type SigningKey = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

export type World = {
  readonly options: Options;
  readonly clock: Clock;
  readonly user: User;
  /** Another person with a sign-in of their own, who owns the first business as well. */
  readonly coOwner: User;
  /** Who owns the dummy businesses that staging makes. */
  readonly stagingTester: User;
  readonly businesses: readonly TradingBusiness[];
  readonly clients: { readonly v4: Client; readonly legacy: Client; readonly legacyTest: Client };
  readonly staging: { readonly username: string; readonly password: string };
  readonly controlToken: string;
  /** Signs id_tokens. */
  readonly signingKey: () => SigningKey;
  /** Number of each of the seed's leads by its negotiationID, newest first. */
  readonly seededLeads: ReadonlyMap<string, number>;
  /** Numbers of the seed's leads by businessID, newest first. */
  readonly seededByBusiness: ReadonlyMap<string, readonly number[]>;
  /** Writes a line for people. Never given a token, a code or a secret. */
  readonly log: (line: string) => void;
  /** Says that the state has changed, for whoever keeps it. */
  readonly changed: () => void;
  /** Delivers to a webhook or to the partner, as the policy of the moment says. */
  readonly send: (shipment: Shipment) => void;
  /** Leads whose events wait for a message to go first: what sends them, by negotiationID. */
  readonly heldLeads: Map<string, () => void>;
  /** Replaced as a whole by a reset. */
  state: State;
  /** Address of the listening service, without a slash at its end. */
  baseUrl: string;
};

export const v4Scopes = [
  'offline_access',
  'supply::businesses.list',
  'supply::negotiations.read',
  'supply::negotiations.write',
  'supply::messages.read',
  'supply::messages.write',
  'supply::webhooks.read',
  'supply::webhooks.write',
  'supply::users.read',
  'supply::users.disconnect',
  'supply::businesses/associate-phone-numbers.read',
  'supply::businesses/associate-phone-numbers.write',
] as const;

export type Scope = (typeof v4Scopes)[number];

/** Scopes that a client may ask for besides: who the user is, told in an id_token. */
export const identityScopes = ['openid', 'email', 'profile'] as const;

export const audience = 'urn:partner-api';

/** The person of that userID who can sign in; undefined when there is none. */
export const personByID = ({ user, coOwner }: World, userID: string): User | undefined =>
  [user, coOwner].find((person) => person.userID === userID);

/** The next number in the order of things that happen. */
export const nextNumber = (world: World): number => world.state.counter++;
