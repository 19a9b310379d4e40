/**
 * The service's event kinds, one entry each. A new kind is an entry here, a handler in
 * main/engine/marketplaces/pro-integration/v4/kinds.ts and its name in both locales (webhooks.json,
 * `kinds`); the compiler and the tests report a missing one.
 */
type EventKind = {
  /** The owner whose webhooks can subscribe to the kind. */
  readonly owner: 'business' | 'user';
  /** A `review` changes no lead: its delivery is stored only. */
  readonly becomes: 'lead' | 'message' | 'review';
  /** Our webhooks must have `required` kinds, and get `wanted` ones where the service accepts them. */
  readonly subscription: 'required' | 'wanted' | 'none';
};

export const eventKinds = {
  NegotiationCreatedV4: { owner: 'business', becomes: 'lead', subscription: 'required' },
  MessageCreatedV4: { owner: 'business', becomes: 'message', subscription: 'required' },
  ReviewCreatedV4: { owner: 'business', becomes: 'review', subscription: 'wanted' },
  MessageCreated: { owner: 'user', becomes: 'message', subscription: 'none' },
} as const satisfies Readonly<Record<string, EventKind>>;

export type EventKindName = keyof typeof eventKinds;

export const isEventKind = (name: string): name is EventKindName => Object.hasOwn(eventKinds, name);

export const eventKindNames = Object.keys(eventKinds).filter(isEventKind);

/** Lists the kinds with this property, in the order of the table. */
export const listEventKinds = <Property extends keyof EventKind>(
  property: Property,
  value: EventKind[Property],
): readonly EventKindName[] =>
  eventKindNames.filter((name) => (eventKinds[name] as EventKind)[property] === value);
