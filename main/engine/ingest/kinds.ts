/**
 * Event kinds that businesses can subscribe to and that change nothing here (live-facts, Webhooks):
 * their deliveries are kept as a record. How the five PresetJob kinds go on is not known.
 */
export const isKeptKind = (eventType: string): boolean =>
  eventType === 'ReviewCreatedV4' || eventType.startsWith('PresetJob');
