/** Computes reply deadlines in business time. */
import type { Settings } from '../../../contract/settings.ts';
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. Marketplaces rank professionals by replies within four hours. */
export const replyTimeMs = 4 * 60 * 60_000;

const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** By time zone, because a computer can travel; bursts of deliveries need it thousands of times. */
const cache = new WeakMap<Settings, Map<string, BusinessTime>>();

export const currentBusinessTime = (store: Store): BusinessTime => {
  const settings = settingsNow(store);
  const zone = systemZone();
  const ofSettings = getOrAdd(cache, settings, () => new Map<string, BusinessTime>());
  return getOrAdd(ofSettings, zone, () => createBusinessTime(settings.businessHours, zone));
};

/** Returns a function from the start of waiting to the deadline, or null, by the settings of its first call. */
export const createReplyDeadline = (store: Store): ((since: number) => number | null) => {
  let businessTime: BusinessTime | null = null;
  return (since) => (businessTime ??= currentBusinessTime(store)).after(since, replyTimeMs);
};

/** IANA time zone of the business hours. */
export const businessZone = (store: Store): string =>
  settingsNow(store).businessHours.timeZone ?? systemZone();

/** Changes with everything that determines the order of Needs reply. */
export const orderKey = (store: Store): string => {
  const { businessHours, newOrder } = settingsNow(store);
  return JSON.stringify([businessHours, systemZone(), newOrder]);
};
