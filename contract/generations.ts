/** Capabilities of accounts by interface generation. The first screen loads this, so it imports types only. */
import type { LookupKind } from './commands/lookup.ts';

export type Capabilities = {
  /** Accounts of other generations can be moved to this one. */
  readonly isCurrent: boolean;
  /** The service can be polled for leads; otherwise leads arrive only while it can reach this computer. */
  readonly canPollLeads: boolean;
  /** The service lists a conversation's messages, so that a reply can be confirmed. */
  readonly canConfirmReplies: boolean;
  /** Each lead has its own forwarding phone number. */
  readonly hasForwardingNumbers: boolean;
  /** The service accepts job statuses. */
  readonly canSetJobStatus: boolean;
  readonly hasPhoneNumbers: boolean;
  /** Scopes without which leads cannot be imported or answered. */
  readonly neededScopes: readonly string[];
  /** Supported lookups: method and path as in the service's documentation. */
  readonly lookups: Readonly<Partial<Record<LookupKind, `${'GET' | 'POST'} /${string}`>>>;
};

const generations = {
  v4: {
    isCurrent: true,
    canPollLeads: true,
    canConfirmReplies: true,
    hasForwardingNumbers: true,
    canSetJobStatus: true,
    hasPhoneNumbers: true,
    neededScopes: [
      'supply::businesses.list',
      'supply::negotiations.read',
      'supply::messages.read',
      'supply::messages.write',
      'supply::webhooks.read',
      'supply::webhooks.write',
    ],
    lookups: {
      negotiation: 'GET /api/v4/negotiations/{negotiationID}',
      conversation: 'GET /api/v4/negotiations/{negotiationID}/messages',
      message: 'GET /api/v4/negotiations/{negotiationID}/messages',
      user: 'GET /api/v4/users/self',
      categories: 'GET /api/v4/categories/search',
      recommendations: 'GET /api/v4/categories/recommendations',
      homecare: 'GET /api/v4/categories/homecare',
      keywords: 'GET /api/v4/keywords/search',
      businesses: 'POST /api/v4/businesses/search',
      filtered: 'POST /api/v4/businesses/search-filtered',
      reviewsOfOne: 'GET /api/v4/businesses/{businessID}/reviews',
      reviewsOfSeveral: 'GET /api/v4/reviews/',
    },
  },
  legacy: {
    isCurrent: false,
    canPollLeads: false,
    canConfirmReplies: false,
    hasForwardingNumbers: false,
    canSetJobStatus: false,
    hasPhoneNumbers: false,
    neededScopes: [],
    lookups: {
      accountInfo: 'GET /v2/get-{service}-info',
      recommendations: 'GET /v2/category/recommendation',
      homecare: 'GET /v2/homecare/checklist',
      keywords: 'GET /v2/autocomplete',
      businesses: 'GET /v2/pros',
      olderBusinesses: 'GET /v1/partners/discoverylite/pros',
      filtered: 'GET /v2/filtered-pros',
    },
  },
} as const satisfies Readonly<Record<string, Capabilities>>;

export type GenerationName = keyof typeof generations;

export type LookupsOf<G extends GenerationName> = keyof (typeof generations)[G]['lookups'];

/** Values of a profile's `interface`. */
export const generationNames = Object.keys(generations) as [GenerationName];

export const getCapabilities = ({
  interface: name,
}: {
  readonly interface: GenerationName;
}): Capabilities => generations[name];

/** False only for a v4 staging profile without scopes for webhooks (docs/service-profile.md). */
export const canUseWebhooks = ({
  interface: name,
  environment,
  scopes,
}: {
  readonly interface: GenerationName;
  readonly environment: string;
  readonly scopes: readonly string[];
}): boolean =>
  name !== 'v4' || environment !== 'staging' || scopes.some((each) => each.includes('webhooks'));
