/**
 * The sandbox's mutable state, as plain data that the state file stores. Unchanged seeded leads and
 * messages are not part of it: they are generated on demand, so a hundred thousand leads cost nothing.
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
  /** From an OpenID client; repeated in the id_token. */
  readonly nonce?: string;
  readonly expiresAt: number;
  /** The grant of an exchanged code. */
  grantID?: string;
};

/** A consent. All its tokens are revoked together. */
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
  /** HTTP status of the last response; null without one. */
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
  /** False for a partner that may not receive customers' phone numbers. */
  readonly phoneReady?: boolean | undefined;
};

type DummyBusiness = {
  readonly businessID: string;
  readonly name: string;
  readonly imageURL: string;
};

/** Setting of a business's Quick Reply. */
export type QuickReply = {
  readonly enabled: boolean;
  /** `{firstName}` is replaced by the customer's; defaults to one of the service's texts. */
  readonly text?: string | undefined;
  /** Sent before its lead; alternates by default. */
  readonly before?: boolean | undefined;
  /** Carries `messageType: "quick_reply"`. */
  readonly marked: boolean;
};

export type State = {
  /** Reference time for the ages of seeded leads, milliseconds UTC. */
  readonly startedAt: number;
  /** Ids of leads created after the start, oldest first. */
  newLeads: string[];
  /** New and changed leads by negotiationID. */
  leads: Record<string, Lead>;
  /** Complete threads with new messages, oldest first, by negotiationID. */
  threads: Record<string, Message[]>;
  /** Changed lists of phone numbers, oldest first, by businessID. */
  phoneNumbers: Record<string, PhoneNumber[]>;
  /** Reviews written after the start, oldest first. */
  newReviews: Review[];
  /** Businesses of the staging tester, not of the signed-in professional. */
  dummyBusinesses: DummyBusiness[];
  /** Test negotiations that appear to belong to another user. */
  foreignLeads: string[];
  codes: Record<string, Code>;
  grants: Record<string, Grant>;
  accessTokens: Record<string, AccessToken>;
  refreshTokens: Record<string, RefreshToken>;
  /** Scopes of earlier consents, by `clientID/userID`. */
  consents: Record<string, string[]>;
  webhooks: Webhook[];
  partner: Partner | null;
  policy: DeliveryPolicy;
  deliveries: Delivery[];
  faults: Fault[];
  /** Quick Replies by businessID; the option applies to other businesses. */
  quickReplies: Record<string, QuickReply>;
  /** Number of test deliveries so far. */
  testDeliveries: number;
  stats: Stats;
  /** Event counter, for ids and randomness. */
  counter: number;
};

export const defaultPolicy: DeliveryPolicy = {
  duplicate: 0,
  reorderMs: 0,
  delayMs: 0,
  messageFirst: false,
  retry: false,
};

/** The state after a start without a file: no connections, no events. */
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
