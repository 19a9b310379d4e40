/** How often a lead is asked about, by how recently it moved; pure rules (architecture, Polling). */
import { backoff, spread } from '../../../clock/backoff.ts';
import type { Random } from '../../platform/random.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The lead on the screen: often while the window has the focus. */
export const watchedMs = (focused: boolean): number => (focused ? 5 * second : 30 * second);

/** How often the newest leads are listed, so that a dead webhook costs a minute. */
export const listMs = minute;

/** How often the businesses of the grant are read again: a new one has no webhook before that. */
export const businessesMs = 5 * minute;

/** Leads that moved within this time are caught up on at once after a start or a sleep. */
export const recentMs = 7 * day;

/** Leads that moved within this time are asked about every few minutes. */
export const todayMs = day;
export const todayEveryMs = 3 * minute;

type Steps = readonly (readonly [movedWithin: number, every: number])[];

/** Leads that may go on: often while they move, and rarely after a year. */
const open: Steps = [
  [todayMs, todayEveryMs],
  [7 * day, 30 * minute],
  [30 * day, 6 * hour],
  [180 * day, 2 * day],
  [365 * day, 7 * day],
];

/** Leads that the customer has canceled or the professional has put away: a refund may still come. */
const settled: Steps = [
  [7 * day, 6 * hour],
  [30 * day, 2 * day],
  [180 * day, 14 * day],
];

/** Of anything older only what is told counts: a delivery, or a list that says something else of it. */
const rarelyMs = 30 * day;

/** A tenth more or less, so that what began together does not stay together. */
const jitter = 0.1;

/** No lead waits longer than this until it is asked about again. */
export const longestMs = 34 * day;

/** Nor an open one that moved within this time longer than that. */
export const openMs = 30 * day;
export const openLongestMs = 8 * day;

/**
 * How long until a lead that moved `age` milliseconds ago is asked about again.
 *
 * @param isSettled whether it is canceled or archived
 */
export const pollMs = (age: number, isSettled: boolean, random: Random): number =>
  spread(
    (isSettled ? settled : open).find(([movedWithin]) => age < movedWithin)?.[1] ?? rarelyMs,
    jitter,
    random.fraction,
  );

/**
 * A 404 or 403 can be a gateway's or a firewall's: what is asked for counts as missing only after so
 * many in a row, each so long after the one before that a short trouble is over.
 */
export type Misses = { readonly misses: number; readonly missedAt: number | null };
export const missesApartMs = 2 * minute;
export const noMisses: Misses = { misses: 0, missedAt: null };
const mostMisses = 3;

/** `before`, and one more miss at `now`; one that follows too soon does not count. */
export const countMiss = (before: Misses, now: number): Misses =>
  before.missedAt === null || Math.abs(now - before.missedAt) >= missesApartMs
    ? { misses: before.misses + 1, missedAt: now }
    : before;

export const isMissing = ({ misses }: Misses): boolean => misses >= mostMisses;

/** After a miss of a lead, which might come back: 2.5, 5, 10 minutes … a day. */
export const missedMs = backoff({ first: 2.5 * minute, most: day, jitter });

/** How many missing leads are asked about at once after a start or by the person's check. */
export const mostMissing = 200;

/** After a failure of one lead: 10 s, 20 s, … an hour. */
export const leadRetryMs = backoff({ first: 10 * second, most: hour, jitter });

/** After a refusal of tokens that main holds for good: 30 s … 10 minutes. */
export const suspicionMs = backoff({ first: 30 * second, most: 10 * minute, jitter });

/** After a failure of an account: 2 s, 4 s, … a minute. */
export const accountRestMs = backoff({ first: 2 * second, most: minute, jitter });
