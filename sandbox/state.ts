/**
 * All that the sandbox remembers beyond its seed, as plain data: it is written to a file and read
 * back as it is. What follows from the seed (untouched leads and their messages) is not in here but
 * made when asked for, which is why a hundred thousand leads cost nothing.
 */
import type { Lead, Message, PhoneNumber, Review } from './records.ts';

export type Generation = 'v4' | 'legacy';

export type Code = {
  readonly clientID: string;
  readonly userID: string;
  /** Legacy codes and grants are for one business; v4 ones for the user. */
  readonly businessID?: string;
  readonly redirectURI: string;
  readonly scopes: readonly string[];
  readonly challenge?: string;
  /** Of an OpenID client; its id_token repeats it. */
  readonly nonce?: string;
  readonly expiresAt: number;
  /** Set when the code was exchanged: the grant that came of it. */
  grantID?: string;
};

/** What one consent led to: every token that descends from it lives and dies with it. */
export type Grant = {
  readonly clientID: string;
  readonly userID: string;
  readonly businessID?: string;
  readonly scopes: readonly string[];
  dead: boolean;
};

type AccessToken = {
  readonly grantID: string;
  readonly expiresAt: number;
};

type RefreshToken = {
  readonly grantID: string;
  readonly expiresAt: number;
  usedAt?: number;
};

export type DeliveryAuth =
  | { readonly type: 'Basic'; readonly username: string; readonly password: string }
  | { readonly type: 'CustomHeader'; readonly headerName: string; readonly headerValue: string };

export type Webhook = {
  readonly webhookID: string;
  readonly webhookURL: string;
  readonly owner: { readonly businessID: string } | { readonly userID: string };
  readonly eventTypes: readonly string[];
  enabled: boolean;
  auth?: DeliveryAuth;
};

export type Delivery = {
  readonly deliveryID: string;
  readonly eventType: string;
  /** Null for a legacy call to the partner. */
  readonly webhookID: string | null;
  /** HTTP status of the last answer; null while there is none. */
  status: number | null;
  attempts: number;
  readonly at: string;
};

export type DeliveryPolicy = {
  readonly duplicate: number;
  readonly reorderMs: number;
  readonly delayMs: number;
  readonly messageFirst: boolean;
  readonly retry: boolean;
};

export type Fault = {
  readonly match: { readonly method?: string | undefined; readonly path?: string | undefined };
  timesLeft: number;
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly delayMs?: number | undefined;
  readonly drop?: 'before' | 'after' | undefined;
};

type Stats = {
  requests: { total: number; byPath: Record<string, number> };
  tokens: { issued: number; refreshed: number; reused: number };
  messages: { received: number };
};

type Partner = {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  /** Whether it was confirmed as ready to receive customers' phones; it was, unless this is false. */
  readonly phoneReady?: boolean | undefined;
};

type DummyBusiness = {
  readonly businessID: string;
  readonly name: string;
  readonly imageURL: string;
};

/** How the service answers new leads of a business in its name (live facts, seen since). */
export type QuickReply = {
  readonly enabled: boolean;
  /** `{firstName}` is the customer's; the service's own words where it is left out. */
  readonly text?: string | undefined;
  /** Comes before the delivery of its lead, or after it; by turns where it is left out. */
  readonly before?: boolean | undefined;
  /** Carries `messageType: "quick_reply"`. */
  readonly marked: boolean;
};

export type State = {
  /** The moment that the ages of the seed's leads are counted from, milliseconds UTC. */
  readonly startedAt: number;
  /** Leads made after the start, oldest first. */
  newLeads: string[];
  /** Leads that are not as the seed made them, by negotiationID. */
  leads: Record<string, Lead>;
  /** Whole threads that are not as the seed made them, oldest first, by negotiationID. */
  threads: Record<string, Message[]>;
  /** Phone numbers of businesses whose list is not as the seed made it, oldest first, by businessID. */
  phoneNumbers: Record<string, PhoneNumber[]>;
  /** Reviews written after the start, oldest first. */
  newReviews: Review[];
  /** Businesses of the staging tester, not of the signed-in professional. */
  dummyBusinesses: DummyBusiness[];
  /** Test negotiations whose reader is told that they are somebody else's. */
  foreignLeads: string[];
  codes: Record<string, Code>;
  grants: Record<string, Grant>;
  accessTokens: Record<string, AccessToken>;
  refreshTokens: Record<string, RefreshToken>;
  /** Scopes that somebody allowed earlier, by `clientID/userID`. */
  consents: Record<string, string[]>;
  webhooks: Webhook[];
  partner: Partner | null;
  policy: DeliveryPolicy;
  deliveries: Delivery[];
  faults: Fault[];
  /** Quick Replies by businessID; as the options say where a business has no entry. */
  quickReplies: Record<string, QuickReply>;
  /** How many test deliveries were asked for. */
  testDeliveries: number;
  stats: Stats;
  /** Numbers the things that happen, for ids and for the randomness of each. */
  counter: number;
};

export const defaultPolicy: DeliveryPolicy = {
  duplicate: 0,
  reorderMs: 0,
  delayMs: 0,
  messageFirst: false,
  retry: false,
};

/** The seed's state: nobody is connected and nothing has happened yet. */
export const initialState = (startedAt: number): State => ({
  startedAt,
  newLeads: [],
  leads: {},
  threads: {},
  phoneNumbers: {},
  newReviews: [],
  dummyBusinesses: [],
  foreignLeads: [],
  codes: {},
  grants: {},
  accessTokens: {},
  refreshTokens: {},
  consents: {},
  webhooks: [],
  partner: null,
  policy: defaultPolicy,
  deliveries: [],
  faults: [],
  quickReplies: {},
  testDeliveries: 0,
  stats: {
    requests: { total: 0, byPath: {} },
    tokens: { issued: 0, refreshed: 0, reused: 0 },
    messages: { received: 0 },
  },
  counter: 0,
});
