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
};

type Open = { readonly from: number; readonly to: number };

/** Nobody waits for longer than this for a business to open. */
const mostDays = 2 * 366;
/** So many days are kept worked out. */
const keptDays = 1_000;

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

/** @param systemZone the computer's time zone, for hours that name none */
export const createBusinessTime = (hours: BusinessHours, systemZone: string): BusinessTime => {
  const zone = hours.timeZone ?? systemZone;
  const closed = new Set(hours.holidays.map(({ date }) => date));
  const days = new Map<string, readonly Open[]>();

  const dayOf = (at: number): Temporal.PlainDate =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

  /** The moment at which the day's clocks show so many minutes; one that they skip is the one after. */
  const momentOf = (date: Temporal.PlainDate, minutes: number): number => {
    const isMidnight = minutes === 24 * 60;
    const day = isMidnight ? date.add({ days: 1 }) : date;
    const clock = isMidnight ? 0 : minutes;
    const plainTime = Temporal.PlainTime.from({ hour: Math.floor(clock / 60), minute: clock % 60 });
    return day.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  };

  const openOn = (date: Temporal.PlainDate): readonly Open[] => {
    const name = date.toString();
    const known = days.get(name);
    if (known !== undefined) return known;
    const spans = closed.has(name) ? [] : (hours.week[date.dayOfWeek - 1] ?? []);
    const open = apart(
      spans
        .filter(({ from, to }) => to > from)
        .map(({ from, to }) => ({ from: momentOf(date, from), to: momentOf(date, to) })),
    );
    if (days.size >= keptDays) days.clear();
    days.set(name, open);
    return open;
  };

  return {
    after: (from, needed) => {
      let left = needed;
      let date = dayOf(from);
      for (let day = 0; day < mostDays; day += 1) {
        for (const span of openOn(date)) {
          const begin = Math.max(span.from, from);
          if (span.to - begin >= left) return begin + left;
          left -= Math.max(0, span.to - begin);
        }
        date = date.add({ days: 1 });
      }
      return null;
    },
    between: (from, to) => {
      let sum = 0;
      for (let date = dayOf(from); to > from; date = date.add({ days: 1 })) {
        const open = openOn(date);
        for (const span of open)
          sum += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
        if (momentOf(date, 24 * 60) >= to) break;
      }
      return sum;
    },
  };
};
