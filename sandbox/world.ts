/** Shared context of all sandbox functions: people, businesses, clock, state. Created once in sandbox.ts. */
import type { KeyObject } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { TradingBusiness } from './generate/professional.ts';
import type { Options } from './options.ts';
import type { User } from './records.ts';
import type { Generation, State } from './state.ts';

export type Client = {
  readonly generation: Generation;
  /** True for a legacy test client, whose calls are validated without effect. */
  readonly isTest: boolean;
  readonly name: string;
  readonly clientID: string;
  readonly clientSecret: string;
  readonly redirectURIs: readonly string[];
};

export type SigningKey = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** An outgoing request: an event to a webhook, or a legacy call to the partner. */
export type Shipment = {
  readonly eventType: string;
  /** Null for a legacy call. */
  readonly webhookID: string | null;
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Evaluated before each attempt: a webhook can be disabled or removed meanwhile. */
  readonly isWanted: () => boolean;
  /** Called after the first attempt, whether it succeeded or not. */
  readonly onAttempt?: () => void;
};

export type World = {
  readonly options: Options;
  readonly clock: Clock;
  readonly user: User;
  /** A second user, who also owns the first business. */
  readonly coOwner: User;
  /** Owner of the dummy businesses that staging creates. */
  readonly stagingTester: User;
  readonly businesses: readonly TradingBusiness[];
  readonly clients: { readonly v4: Client; readonly legacy: Client; readonly legacyTest: Client };
  readonly staging: { readonly username: string; readonly password: string };
  readonly controlToken: string;
  readonly getSigningKey: () => SigningKey;
  /** Numbers of seeded leads by negotiationID, newest first. */
  readonly seededLeads: ReadonlyMap<string, number>;
  /** Numbers of seeded leads by businessID, newest first. */
  readonly seededByBusiness: ReadonlyMap<string, readonly number[]>;
  /** Writes a log line, which must not contain a token, a code or a secret. */
  readonly log: (line: string) => void;
  /** Schedules a write of the state file. */
  readonly markChanged: () => void;
  /** Delivers to a webhook or to the partner by the current delivery policy. */
  readonly send: (shipment: Shipment) => void;
  /** Send functions of leads whose events wait until a message is delivered, by negotiationID. */
  readonly heldLeads: Map<string, () => void>;
  /** Ids of leads whose customers will answer the last reply. */
  readonly leadsBeingAnswered: Set<string>;
  /** Replaced by a reset. */
  state: State;
  /** Base URL of the service, without a trailing slash. */
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

/** Additional OpenID scopes, whose claims come in an id_token. */
export const identityScopes = ['openid', 'email', 'profile'] as const;

export const audience = 'urn:partner-api';

/** Finds a person who can sign in. */
export const findPerson = ({ user, coOwner }: World, userID: string): User | undefined =>
  [user, coOwner].find((person) => person.userID === userID);

/** Increments the event counter, the source of ids and of randomness after the start. */
export const takeNextNumber = (world: World): number => world.state.counter++;
