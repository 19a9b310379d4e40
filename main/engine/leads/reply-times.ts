/**
 * Reply deadlines: four business hours after a customer began to wait, by which marketplaces rank
 * professionals. The hours are a setting.
 */
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { businessHoursNow, settingsNow, settingsText } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. */
export const replyWithinMs = 4 * 60 * 60_000;

const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Kept = { readonly settings: string | null; readonly time: BusinessTime };
/** Cached result, because a burst of deliveries asks for it thousands of times. */
const kept = new WeakMap<Store, Kept>();

/** Returns business time by the current hours. */
export const businessTimeNow = (store: Store): BusinessTime => {
  const settings = settingsText(store);
  const known = kept.get(store);
  if (known?.settings === settings) return known.time;
  const time = createBusinessTime(businessHoursNow(store), systemZone());
  kept.set(store, { settings, time });
  return time;
};

/**
 * Returns a function from the start of waiting to the reply deadline (UTC milliseconds), or to
 * null when the business never opens. Valid until the next write.
 */
export const replyTimes = (store: Store): ((since: number) => number | null) => {
  let time: BusinessTime | null = null;
  return (since) => (time ??= businessTimeNow(store)).after(since, replyWithinMs);
};

/** Returns the IANA name of the time zone of the business hours. */
export const businessZone = (store: Store): string =>
  businessHoursNow(store).timeZone ?? systemZone();

/**
 * Returns a key of everything that Needs reply is ordered by: the hours with their zone, and the
 * order of new leads.
 */
export const orderKey = (store: Store): string => {
  const { businessHours, newOrder } = settingsNow(store);
  return JSON.stringify([businessHours, systemZone(), newOrder]);
};
