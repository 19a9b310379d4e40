/** Computes reply deadlines in business time. */
import type { Settings } from '../../../contract/settings.ts';
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. Marketplaces rank professionals by replies within four hours. */
export const replyTimeMs = 4 * 60 * 60_000;

let systemZone: string | null = null;

/** Cached for the current batch only, because a computer can travel, and Intl is slow. */
const getSystemZone = (): string => {
  if (systemZone === null) {
    systemZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    queueMicrotask(() => {
      systemZone = null;
    });
  }
  return systemZone;
};

let recentZone = { name: '', readAt: -Infinity };

/** The zone of at most a second ago: a burst has many short batches. */
const getRecentZone = (): string => {
  const now = performance.now();
  if (now - recentZone.readAt > 1_000) recentZone = { name: getSystemZone(), readAt: now };
  return recentZone.name;
};

/** By time zone; bursts of deliveries need it thousands of times. */
const cache = new WeakMap<Settings, Map<string, BusinessTime>>();

export const getBusinessTime = (store: Store, zone = getSystemZone()): BusinessTime => {
  const settings = readSettings(store);
  const ofSettings = getOrAdd(cache, settings, () => new Map<string, BusinessTime>());
  return getOrAdd(ofSettings, zone, () => createBusinessTime(settings.businessHours, zone));
};

/** Returns a function from the start of waiting to the deadline, or null, by the settings of its first call. */
export const createReplyDeadline = (store: Store): ((since: number) => number | null) => {
  let businessTime: BusinessTime | null = null;
  return (since) =>
    (businessTime ??= getBusinessTime(store, getRecentZone())).add(since, replyTimeMs);
};

/** IANA time zone of the business hours. */
export const readBusinessZone = (store: Store): string =>
  readSettings(store).businessHours.timeZone ?? getSystemZone();

/** Changes with everything that determines the order of Needs reply. */
export const buildOrderKey = (store: Store): string => {
  const { businessHours, newOrder } = readSettings(store);
  return JSON.stringify([businessHours, getSystemZone(), newOrder]);
};
