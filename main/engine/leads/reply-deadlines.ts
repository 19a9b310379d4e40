/** Computes reply deadlines in business time. */
import type { Settings } from '../../../contract/settings.ts';
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. Marketplaces rank professionals by replies within four hours. */
export const replyTimeMs = 4 * 60 * 60_000;

const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** By time zone, which changes on a journey; a burst of deliveries needs it thousands of times. */
const cache = new WeakMap<Settings, Map<string, BusinessTime>>();

/** Returns the business time of the current settings. */
export const currentBusinessTime = (store: Store): BusinessTime => {
  const settings = settingsNow(store);
  const zone = systemZone();
  const ofSettings = getOrAdd(cache, settings, () => new Map<string, BusinessTime>());
  return getOrAdd(ofSettings, zone, () => createBusinessTime(settings.businessHours, zone));
};

/**
 * Returns a function from the start of waiting to the reply deadline, or null if the business never
 * opens. Create it for each read, because it keeps the settings of its first call.
 */
export const createReplyDeadline = (store: Store): ((since: number) => number | null) => {
  let businessTime: BusinessTime | null = null;
  return (since) => (businessTime ??= currentBusinessTime(store)).after(since, replyTimeMs);
};

/** Returns the IANA name of the time zone of the business hours. */
export const businessZone = (store: Store): string =>
  settingsNow(store).businessHours.timeZone ?? systemZone();

/** Returns a key that changes with everything that determines the order of Needs reply. */
export const orderKey = (store: Store): string => {
  const { businessHours, newOrder } = settingsNow(store);
  return JSON.stringify([businessHours, systemZone(), newOrder]);
};
