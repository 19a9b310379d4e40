/** Business time passes only while a business is open, by the clocks in its time zone. */
import { Temporal } from 'temporal-polyfill';
import type { BusinessHours } from '../../../contract/business-hours.ts';
import { getOrAdd } from './get-or-add.ts';

export type BusinessTime = ReturnType<typeof createBusinessTime>;

/** Business time passed at a time; the difference of two is the time between. */
export type BusinessClock = (at: number) => number;

type Span = { readonly from: number; readonly to: number };

type Day = { readonly date: Temporal.PlainDate; readonly open: readonly Span[]; next: Day | null };

const maxDays = 2 * 366;
/** In every time zone, days begin at a multiple of 15 minutes in UTC. */
const quarterMs = 15 * 60_000;
const maxCached = 10_000;

/** Merges overlapping spans and drops empty ones, such as the hour that clocks skip. */
const mergeSpans = (spans: readonly Span[]): readonly Span[] => {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const before = merged.at(-1);
    if (before !== undefined && span.from <= before.to)
      merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
    else if (span.to > span.from) merged.push(span);
  }
  return merged;
};

const toClock = (spans: readonly Span[]): BusinessClock => {
  let sum = 0;
  const before = spans.map(({ from, to }) => (sum += to - from) - (to - from));
  return (at) => {
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.from ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    return span === undefined ? 0 : (before[low - 1] ?? 0) + Math.min(at, span.to) - span.from;
  };
};

/** The start of the day of `at`, both in UTC milliseconds. */
export const startOfDay = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay()
    .epochMilliseconds;

/** Times and durations are milliseconds. `systemZone` is for hours that name no time zone. */
export const createBusinessTime = (hours: BusinessHours, systemZone: string) => {
  const zone = hours.timeZone ?? systemZone;
  const closed = new Set(hours.holidays.map(({ date }) => date));
  const days = new Map<string, Day>();
  const quarters = new Map<number, Day>();

  /** Computes the time at which the clocks of a day show `minutes` since midnight, or the next existing time. */
  const computeTime = (date: Temporal.PlainDate, minutes: number): number => {
    const isMidnight = minutes === 24 * 60;
    const day = isMidnight ? date.add({ days: 1 }) : date;
    const clock = isMidnight ? 0 : minutes;
    const plainTime = Temporal.PlainTime.from({ hour: Math.floor(clock / 60), minute: clock % 60 });
    return day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  };

  const listOpenSpans = (date: Temporal.PlainDate): readonly Span[] => {
    const spans = closed.has(date.toString()) ? [] : (hours.week[date.dayOfWeek - 1] ?? []);
    return mergeSpans(
      spans
        .filter(({ from, to }) => to > from)
        .map(({ from, to }) => ({ from: computeTime(date, from), to: computeTime(date, to) })),
    );
  };

  const getDay = (date: Temporal.PlainDate): Day => {
    if (days.size >= maxCached) days.clear();
    return getOrAdd(days, date.toString(), () => ({ date, open: listOpenSpans(date), next: null }));
  };

  const getDayAt = (at: number): Day => {
    if (quarters.size >= maxCached) quarters.clear();
    return getOrAdd(quarters, Math.floor(at / quarterMs), () =>
      getDay(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()),
    );
  };

  const getNextDay = (day: Day): Day => (day.next ??= getDay(day.date.add({ days: 1 })));

  const createClock = (from: number, to: number): BusinessClock => {
    const spans: Span[] = [];
    const last = getDayAt(to);
    for (let day = getDayAt(from); ; day = getNextDay(day)) {
      spans.push(...day.open);
      if (Temporal.PlainDate.compare(day.date, last.date) >= 0) return toClock(spans);
    }
  };

  return {
    /** Finds the earliest time at which `needed` (above 0) has passed; null if not within two years. */
    add: (from: number, needed: number): number | null => {
      let left = needed;
      let day = getDayAt(from);
      for (let count = 0; count < maxDays; count += 1) {
        for (const span of day.open) {
          const begin = Math.max(span.from, from);
          if (span.to - begin >= left) return begin + left;
          left -= Math.max(0, span.to - begin);
        }
        day = getNextDay(day);
      }
      return null;
    },
    /** Measures the business time between two times; 0 when `to` is not later. */
    measure: (from: number, to: number): number => {
      if (to <= from) return 0;
      const passedAt = createClock(from, to);
      return passedAt(to) - passedAt(from);
    },
    /** Finds the first opening on a later day than that of `at`; null if not within two years. */
    findNextOpening: (at: number): number | null => {
      let day = getNextDay(getDayAt(at));
      for (let count = 0; count < maxDays; count += 1, day = getNextDay(day)) {
        const [first] = day.open;
        if (first !== undefined) return first.from;
      }
      return null;
    },
    /** Creates a clock for many queries between `from` and `to`, each a binary search. */
    createClock,
  };
};
