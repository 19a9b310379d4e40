/** Computes reply deadlines in business time. */
import type { Settings } from '../../../contract/settings.ts';
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. Marketplaces rank professionals by replies within four hours. */
export const replyTimeMs = 4 * 60 * 60_000;

let systemZone: string | null = null;

/** Cached between detections, because Intl is slow. */
const getSystemZone = (): string =>
  (systemZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

/**
 * Makes Node detect the computer's time zone again, which it does only when TZ is set or deleted. Returns true if it
 * has changed.
 */
export const detectSystemZone = (): boolean => {
  const before = getSystemZone();
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  systemZone = null;
  return getSystemZone() !== before;
};

/** By time zone; bursts of deliveries need it thousands of times. */
const cache = new WeakMap<Settings, Map<string, BusinessTime>>();

export const getBusinessTime = (store: Store): BusinessTime => {
  const settings = readSettings(store);
  const zone = getSystemZone();
  const ofSettings = getOrAdd(cache, settings, () => new Map<string, BusinessTime>());
  return getOrAdd(ofSettings, zone, () => createBusinessTime(settings.businessHours, zone));
};

/** Returns a function from the start of waiting to the deadline, or null, by the settings of its first call. */
export const createReplyDeadline = (store: Store): ((since: number) => number | null) => {
  let businessTime: BusinessTime | null = null;
  return (since) => (businessTime ??= getBusinessTime(store)).add(since, replyTimeMs);
};

/** IANA time zone of the business hours. */
export const readBusinessZone = (store: Store): string =>
  readSettings(store).businessHours.timeZone ?? getSystemZone();

/** Changes with everything that determines the order of Needs reply. */
export const buildOrderKey = (store: Store): string => {
  const { businessHours, newOrder } = readSettings(store);
  return JSON.stringify([businessHours, getSystemZone(), newOrder]);
};
