/**
 * Until when a customer is to have a reply: four business hours after they began to wait, which is what
 * marketplaces rank a professional by. The hours are a setting.
 */
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { businessHoursNow, settingsNow, settingsText } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. */
export const replyWithinMs = 4 * 60 * 60_000;

const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

type Kept = { readonly settings: string | null; readonly time: BusinessTime };
/** What was worked out of the settings: a burst of deliveries asks thousands of times. */
const kept = new WeakMap<Store, Kept>();

/** Business time by the hours of now. */
export const businessTimeNow = (store: Store): BusinessTime => {
  const settings = settingsText(store);
  const known = kept.get(store);
  if (known?.settings === settings) return known.time;
  const time = createBusinessTime(businessHoursNow(store), systemZone());
  kept.set(store, { settings, time });
  return time;
};

/**
 * When replies are due by the hours of now: good for as long as nothing else is written.
 *
 * @returns takes since when a customer waits, returns until when they are to have a reply (both UTC
 * milliseconds); null where the business never opens
 */
export const replyTimes = (store: Store): ((since: number) => number | null) => {
  let time: BusinessTime | null = null;
  return (since) => (time ??= businessTimeNow(store)).after(since, replyWithinMs);
};

/** The time zone whose days the business hours are of, as IANA names it. */
export const businessZone = (store: Store): string =>
  businessHoursNow(store).timeZone ?? systemZone();

/**
 * Stands for what orders Needs reply: the hours by which replies are due, the zone they are read in, and the
 * order of new leads.
 */
export const orderKey = (store: Store): string => {
  const { businessHours, newOrder } = settingsNow(store);
  return JSON.stringify([businessHours, systemZone(), newOrder]);
};
