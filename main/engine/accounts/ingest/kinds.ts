/**
 * Event kinds that businesses can subscribe to, and legacy calls, that change nothing here
 * (live-facts, Webhooks, Recorded in production): their deliveries are kept as a record. How the five PresetJob kinds go on is not known.
 */
export const isKeptKind = (eventType: string): boolean =>
  eventType === 'ReviewCreatedV4' || eventType === 'Review' || eventType.startsWith('PresetJob');

/** The same of the column `event_type`. */
export const ofKeptKind = `(event_type IN ('ReviewCreatedV4', 'Review')
  OR (event_type >= 'PresetJob' AND event_type < 'PresetJoc'))`;
