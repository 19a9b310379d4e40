/** Intervals of polls, by the age of a lead's last activity. */
import { createBackoff, spread } from '../../../clock/backoff.ts';
import type { Random } from '../../platform/random.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Interval for the lead on the screen: shorter while the window has the focus. */
export const chooseWatchedMs = (focused: boolean): number => (focused ? 5 * second : 30 * second);

/** Interval at which the newest leads are listed; limits the delay that a dead webhook causes. */
export const listMs = minute;

/** Interval at which businesses are listed: a new one has no webhook until then. */
export const businessesMs = 5 * minute;

/** Leads with activity within this time are polled immediately after a start or sleep. */
export const recentMs = 7 * day;

/** Leads with activity within this time are polled every few minutes. */
export const todayMs = day;
export const todayEveryMs = 3 * minute;

type Steps = readonly (readonly [activeWithin: number, every: number])[];

/** Open leads: often while they are active, rarely after a year. */
const openSteps: Steps = [
  [todayMs, todayEveryMs],
  [7 * day, 30 * minute],
  [30 * day, 6 * hour],
  [180 * day, 2 * day],
  [365 * day, 7 * day],
];

/** Canceled and archived leads, which may still be refunded. */
const settledSteps: Steps = [
  [7 * day, 6 * hour],
  [30 * day, 2 * day],
  [180 * day, 14 * day],
];

/** Older leads: deliveries and changed listings cause extra polls. */
const rarelyMs = 30 * day;

/** Spreads polls that began at the same time. */
const jitter = 0.1;

/** Longer than any planned interval: a later poll was planned by a wrong clock. */
export const longestMs = 34 * day;

/** An open lead with activity within this time waits at most `openLongestMs`. */
export const openMs = 30 * day;
export const openLongestMs = 8 * day;

/**
 * @param age milliseconds since the last activity
 * @param isSettled true if it is canceled or archived
 */
export const choosePollMs = (age: number, isSettled: boolean, random: Random): number => {
  const step = (isSettled ? settledSteps : openSteps).find(([activeWithin]) => age < activeWithin);
  return spread(step?.[1] ?? rarelyMs, jitter, random.fraction);
};

/**
 * A 404 or 403 can come from a gateway or firewall, so a lead or list counts as missing only after
 * several misses in a row, minutes apart.
 */
export type Misses = { readonly misses: number; readonly missedAt: number | null };
export const missesApartMs = 2 * minute;
export const noMisses: Misses = { misses: 0, missedAt: null };
const missesUntilMissing = 3;

/** Counts a miss of a lead or list, unless the last counted one was less than two minutes ago. */
export const countMiss = (before: Misses, now: number): Misses =>
  before.missedAt === null || Math.abs(now - before.missedAt) >= missesApartMs
    ? { misses: before.misses + 1, missedAt: now }
    : before;

/** True after so many misses that the service no longer has the lead or list. */
export const isMissing = ({ misses }: Misses): boolean => misses >= missesUntilMissing;

/** Wait after a miss of a lead: 2.5, 5, 10 minutes … a day. */
export const missedMs = createBackoff({ first: 2.5 * minute, max: day, jitter });

/** Missing leads that are polled after a start or a person's check. */
export const maxMissing = 200;

/** Wait after a failure of one lead: 10 s, 20 s, … an hour. */
export const leadRetryMs = createBackoff({ first: 10 * second, max: hour, jitter });

/** Wait after a refused token that main considers valid: 30 s … 10 minutes. */
export const suspicionMs = createBackoff({ first: 30 * second, max: 10 * minute, jitter });

/** Wait after a failure of an account: 2 s, 4 s, … a minute. */
export const accountRestMs = createBackoff({ first: 2 * second, max: minute, jitter });
