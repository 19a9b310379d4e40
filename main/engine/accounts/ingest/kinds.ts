/** A customer wrote a review: it is shown by the service's own list and told once. */
export const reviewCreated = 'ReviewCreatedV4';

/**
 * Event kinds that businesses can subscribe to, and legacy calls, that change no lead
 * (live-facts, Webhooks, Recorded in production): their deliveries are kept as a record. How the five PresetJob kinds go on is not known.
 */
export const isStoredOnly = (eventType: string): boolean =>
  eventType === reviewCreated || eventType === 'Review' || eventType.startsWith('PresetJob');

/** The same of the column `event_type`. */
export const storedOnlyCondition = `(event_type IN ('ReviewCreatedV4', 'Review')
  OR (event_type >= 'PresetJob' AND event_type < 'PresetJoc'))`;
