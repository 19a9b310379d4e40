/**
 * What can be done with accounts because of the interface generation that their service speaks: said
 * once, for the engine and the window. A generation that goes takes its entry here. No imports but of types: the
 * window's first screen takes from here, and a schema would bring its validator along.
 */
import type { LookupKind } from './commands/lookup.ts';

export type Capabilities = {
  /** No newer interface has taken this one's place. Accounts of another one are moved to it. */
  readonly isCurrent: boolean;
  /** The service can be asked for leads; else they come only while it can reach this computer. */
  readonly givesLeads: boolean;
  /** The service shows the conversation, so that a reply can be looked for in it. */
  readonly showsReplies: boolean;
  /** Each lead has a phone number of its own, which forwards to the customer's. */
  readonly forwardsCalls: boolean;
  /** The service can be told how far a job is. */
  readonly takesJobStatus: boolean;
  /** Its businesses have registered phone numbers. */
  readonly hasPhoneNumbers: boolean;
  /** The lookups that it answers: method and path, as the service's documentation writes them. */
  readonly lookups: Readonly<Partial<Record<LookupKind, `${'GET' | 'POST'} /${string}`>>>;
};

const generations = {
  v4: {
    isCurrent: true,
    givesLeads: true,
    showsReplies: true,
    forwardsCalls: true,
    takesJobStatus: true,
    hasPhoneNumbers: true,
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
    givesLeads: false,
    showsReplies: false,
    forwardsCalls: false,
    takesJobStatus: false,
    hasPhoneNumbers: false,
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

/** The kinds of lookup that a generation answers. */
export type LookupsOf<G extends GenerationName> = keyof (typeof generations)[G]['lookups'];

/** As profiles name it in `interface`. */
export const generationNames = Object.keys(generations) as [GenerationName];

/** Of whatever speaks that interface: an account, a profile, a test lead. */
export const capabilitiesOf = ({
  interface: name,
}: {
  readonly interface: GenerationName;
}): Capabilities => generations[name];
