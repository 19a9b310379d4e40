/**
 * Time as a business counts it: only while it is open. The spans of a day are read in the business's own
 * time zone, so that a day on which the clocks change has an hour less or more of it.
 */
import { Temporal } from 'temporal-polyfill';
import type { BusinessHours } from '../../../contract/business-hours.ts';

export type BusinessTime = {
  /**
   * The first moment at which so much business time has passed.
   *
   * @param from UTC milliseconds
   * @param needed milliseconds of business time, above 0
   * @returns UTC milliseconds; null where the business is not open for so long within two years
   */
  readonly after: (from: number, needed: number) => number | null;
  /** The business time between two moments in UTC milliseconds, in milliseconds; 0 when `to` is no later. */
  readonly between: (from: number, to: number) => number;
  /**
   * When the business opens first on a day after the one of that moment (UTC milliseconds, both); null
   * where it does not within two years.
   */
  readonly opensAfterDayOf: (at: number) => number | null;
  /**
   * A clock that shows how much business time has passed since a moment: for many looks at one long
   * time, each as quick as a search in a list.
   *
   * @param from UTC milliseconds, and `to` the last moment that it is looked at for
   */
  readonly clock: (from: number, to: number) => BusinessClock;
};

/** The business time that has passed at a moment, both in milliseconds; the difference of two is the time between. */
export type BusinessClock = (at: number) => number;

type Open = { readonly from: number; readonly to: number };

/** A day of the business's calendar: worked out once, it costs no more than a look. */
type Day = { readonly date: Temporal.PlainDate; readonly open: readonly Open[]; next: Day | null };

/** Nobody waits for longer than this for a business to open. */
const mostDays = 2 * 366;
/** Every time zone changes its date at a quarter of an hour of UTC: these are looked up, not worked out. */
const quarterMs = 15 * 60_000;
/** So many days, or quarters of an hour, are kept. */
const mostKept = 10_000;

/** Without what overlaps and what is empty; a span of the clocks' missing hour is empty too. */
const apart = (spans: readonly Open[]): readonly Open[] => {
  const whole: Open[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const before = whole.at(-1);
    if (before !== undefined && span.from <= before.to)
      whole[whole.length - 1] = { from: before.from, to: Math.max(before.to, span.to) };
    else if (span.to > span.from) whole.push(span);
  }
  return whole;
};

const clockOf = (spans: readonly Open[]): BusinessClock => {
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

/** @param systemZone the computer's time zone, for hours that name none */
export const createBusinessTime = (hours: BusinessHours, systemZone: string): BusinessTime => {
  const zone = hours.timeZone ?? systemZone;
  const closed = new Set(hours.holidays.map(({ date }) => date));
  const days = new Map<string, Day>();
  const quarters = new Map<number, Day>();

  /** The moment at which the day's clocks show so many minutes; one that they skip is the one after. */
  const momentOf = (date: Temporal.PlainDate, minutes: number): number => {
    const isMidnight = minutes === 24 * 60;
    const day = isMidnight ? date.add({ days: 1 }) : date;
    const clock = isMidnight ? 0 : minutes;
    const plainTime = Temporal.PlainTime.from({ hour: Math.floor(clock / 60), minute: clock % 60 });
    return day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  };

  const openOn = (date: Temporal.PlainDate): readonly Open[] => {
    const spans = closed.has(date.toString()) ? [] : (hours.week[date.dayOfWeek - 1] ?? []);
    return apart(
      spans
        .filter(({ from, to }) => to > from)
        .map(({ from, to }) => ({ from: momentOf(date, from), to: momentOf(date, to) })),
    );
  };

  const dayOf = (date: Temporal.PlainDate): Day => {
    const name = date.toString();
    const day = days.get(name) ?? { date, open: openOn(date), next: null };
    if (days.size >= mostKept) days.clear();
    days.set(name, day);
    return day;
  };

  const dayAt = (at: number): Day => {
    const quarter = Math.floor(at / quarterMs);
    const known = quarters.get(quarter);
    if (known !== undefined) return known;
    const instant = Temporal.Instant.fromEpochMilliseconds(at);
    const day = dayOf(instant.toZonedDateTimeISO(zone).toPlainDate());
    if (quarters.size >= mostKept) quarters.clear();
    quarters.set(quarter, day);
    return day;
  };

  const dayAfter = (day: Day): Day => (day.next ??= dayOf(day.date.add({ days: 1 })));

  return {
    after: (from, needed) => {
      let left = needed;
      let day = dayAt(from);
      for (let count = 0; count < mostDays; count += 1) {
        for (const span of day.open) {
          const begin = Math.max(span.from, from);
          if (span.to - begin >= left) return begin + left;
          left -= Math.max(0, span.to - begin);
        }
        day = dayAfter(day);
      }
      return null;
    },
    between: (from, to) => {
      if (to <= from) return 0;
      let sum = 0;
      const last = dayAt(to);
      for (let day = dayAt(from); ; day = dayAfter(day)) {
        for (const span of day.open)
          sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
        if (Temporal.PlainDate.compare(day.date, last.date) >= 0) return sum;
      }
    },
    opensAfterDayOf: (at) => {
      let day = dayAfter(dayAt(at));
      for (let count = 0; count < mostDays; count += 1, day = dayAfter(day)) {
        const [first] = day.open;
        if (first !== undefined) return first.from;
      }
      return null;
    },
    clock: (from, to) => {
      const spans: Open[] = [];
      const last = dayAt(to);
      for (let day = dayAt(from); ; day = dayAfter(day)) {
        spans.push(...day.open);
        if (Temporal.PlainDate.compare(day.date, last.date) >= 0) return clockOf(spans);
      }
    },
  };
};
