/** The sandbox's mutable state, which the state file stores; unchanged seeded leads are generated on demand. */
import { z } from 'zod';
import type { Business, Lead, Message, PhoneNumber, Review } from './records.ts';

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
export type Grant = Pick<Code, 'clientID' | 'userID' | 'businessID' | 'scopes'> & { dead: boolean };

type AccessToken = { readonly grantID: string; readonly expiresAt: number };

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

export const deliveryPolicy = z.object({
  duplicate: z.number().min(0).max(1).default(0),
  reorderMs: z.number().min(0).default(0),
  delayMs: z.number().min(0).default(0),
  messageFirst: z.boolean().default(false),
  retry: z.boolean().default(false),
});

export const fault = z.object({
  match: z.object({ method: z.string().optional(), path: z.string().optional() }).default({}),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().min(0).optional(),
  drop: z.enum(['before', 'after']).optional(),
});
export type Fault = z.infer<typeof fault> & { timesLeft: number };

export const partner = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  password: z.string(),
  /** False for a partner that may not receive customers' phone numbers. */
  phoneReady: z.boolean().optional(),
});

/** Setting of a business's Quick Reply. */
export const quickReply = z.object({
  enabled: z.boolean(),
  /** `{firstName}` is replaced by the customer's; defaults to one of the service's texts. */
  text: z.string().min(1).max(16_384).optional(),
  /** Sent before its lead; alternates by default. */
  before: z.boolean().optional(),
  /** Carries `messageType: "quick_reply"`. */
  marked: z.boolean().default(false),
});
export type QuickReply = z.infer<typeof quickReply>;

/** Creates the state of a start without a file: no connections, no events. */
export const createState = (startedAt: number) => ({
  /** Reference time for the ages of seeded leads, milliseconds UTC. */
  startedAt,
  /** Ids of leads created after the start, oldest first. */
  newLeads: [] as string[],
  /** New and changed leads by negotiationID. */
  leads: {} as Record<string, Lead>,
  /** Complete threads with new messages, oldest first, by negotiationID. */
  threads: {} as Record<string, Message[]>,
  /** Changed lists of phone numbers, oldest first, by businessID. */
  phoneNumbers: {} as Record<string, PhoneNumber[]>,
  /** Reviews written after the start, oldest first. */
  newReviews: [] as Review[],
  /** Businesses of the staging tester, not of the signed-in professional. */
  dummyBusinesses: [] as Business[],
  /** Test negotiations that appear to belong to another user. */
  foreignLeads: [] as string[],
  codes: {} as Record<string, Code>,
  grants: {} as Record<string, Grant>,
  accessTokens: {} as Record<string, AccessToken>,
  refreshTokens: {} as Record<string, AccessToken & { usedAt?: number }>,
  /** Scopes of earlier consents, by `clientID/userID`. */
  consents: {} as Record<string, string[]>,
  webhooks: [] as Webhook[],
  partner: null as z.infer<typeof partner> | null,
  policy: deliveryPolicy.parse({}),
  deliveries: [] as Delivery[],
  faults: [] as Fault[],
  /** Quick Replies by businessID; the option applies to other businesses. */
  quickReplies: {} as Record<string, QuickReply>,
  /** Number of test deliveries so far. */
  testDeliveries: 0,
  stats: {
    requests: { total: 0, byPath: {} as Record<string, number> },
    tokens: { issued: 0, refreshed: 0, reused: 0 },
    messages: { received: 0 },
  },
  /** Event counter, for ids and randomness. */
  counter: 0,
});

export type State = ReturnType<typeof createState>;
