/** Reply deadlines: within four business hours, by which marketplaces rank professionals. */
import type { Settings } from '../../../contract/settings.ts';
import { createBusinessTime, type BusinessTime } from '../platform/business-time.ts';
import { getOrAdd } from '../platform/get-or-add.ts';
import { settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';

/** Milliseconds of business time. */
export const replyWithinMs = 4 * 60 * 60_000;

const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A burst of deliveries needs it thousands of times. */
const times = new WeakMap<Settings, BusinessTime>();

export const businessTimeNow = (store: Store): BusinessTime => {
  const settings = settingsNow(store);
  return getOrAdd(times, settings, () => createBusinessTime(settings.businessHours, systemZone()));
};

/** Maps the start of waiting to the deadline, or null if the business never opens; for one read. */
export const replyTimes = (store: Store): ((since: number) => number | null) => {
  let time: BusinessTime | null = null;
  return (since) => (time ??= businessTimeNow(store)).after(since, replyWithinMs);
};

/** IANA name of the time zone of the business hours. */
export const businessZone = (store: Store): string =>
  settingsNow(store).businessHours.timeZone ?? systemZone();

/** Changes with everything that determines the order of Needs reply. */
export const orderKey = (store: Store): string => {
  const { businessHours, newOrder } = settingsNow(store);
  return JSON.stringify([businessHours, systemZone(), newOrder]);
};
