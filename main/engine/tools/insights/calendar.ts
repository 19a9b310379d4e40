/** The days of a period in the time zone of the business; some have 23 or 25 hours. */
import { Temporal } from 'temporal-polyfill';
import type { InsightsReport, Period } from '../../../../contract/commands/insights.ts';

type Day = {
  /** From Monday (0). */
  readonly weekday: number;
  /** UTC milliseconds, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Index of its point in the trend. */
  readonly point: number;
};

export type Calendar = {
  readonly from: string;
  readonly to: string;
  readonly unit: InsightsReport['unit'];
  /** UTC milliseconds, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The comparison period: immediately before, or a year before. */
  readonly before: { readonly start: number; readonly end: number };
  /** First and last day of each point of the trend. */
  readonly points: readonly { readonly from: string; readonly to: string }[];
  /** Point, hour from 0 and weekday from Monday (0) of a time in the period. */
  readonly positionOf: (at: number) => {
    readonly point: number;
    readonly hour: number;
    readonly weekday: number;
  };
};

const hourMs = 60 * 60_000;
/** Limits of points in a chart. */
const maxDays = 31;
const maxWeeks = 27;

const unitOf = (days: number): Calendar['unit'] => {
  if (days <= maxDays) return 'day';
  return days <= maxWeeks * 7 ? 'week' : 'month';
};

const startsPoint: Readonly<Record<Calendar['unit'], (date: Temporal.PlainDate) => boolean>> = {
  day: () => true,
  week: ({ dayOfWeek }) => dayOfWeek === 1,
  month: ({ day }) => day === 1,
};

const firstAndLast = (
  period: Period,
  today: Temporal.PlainDate,
): readonly [Temporal.PlainDate, Temporal.PlainDate] => {
  if (typeof period === 'object')
    return [Temporal.PlainDate.from(period.from), Temporal.PlainDate.from(period.to)];
  if (period === 'year') return [today.with({ month: 1, day: 1 }), today];
  return [today.subtract({ days: Number(period) - 1 }), today];
};

const startOf = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;

/** @param now UTC milliseconds */
export const calendarOf = (period: Period, now: number, zone: string): Calendar => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const [first, last] = firstAndLast(period, today);
  const length = first.until(last, { largestUnit: 'days' }).days + 1;
  const unit = unitOf(length);
  const days: Day[] = [];
  const points: { from: string; to: string }[] = [];
  let start = startOf(first, zone);
  for (let index = 0; index < length; index += 1) {
    const date = first.add({ days: index });
    const end = startOf(date.add({ days: 1 }), zone);
    const name = date.toString();
    const current = points.at(-1);
    if (current === undefined || startsPoint[unit](date)) points.push({ from: name, to: name });
    else current.to = name;
    days.push({ weekday: date.dayOfWeek - 1, start, end, point: points.length - 1 });
    start = end;
  }
  const begin = days[0]?.start ?? start;
  const yearBefore = { years: 1 };
  const before =
    period === 'year'
      ? {
          start: startOf(first.subtract(yearBefore), zone),
          end: startOf(last.subtract(yearBefore).add({ days: 1 }), zone),
        }
      : { start: startOf(first.subtract({ days: length }), zone), end: begin };

  /** Index of the last requested day. Leads are counted in order, so the next day is near. */
  let near = 0;
  const dayAt = (at: number): Day => {
    while (near > 0 && at < (days[near]?.start ?? 0)) near -= 1;
    while (near < days.length - 1 && at >= (days[near]?.end ?? 0)) near += 1;
    return days[near] as Day;
  };
  return {
    from: first.toString(),
    to: last.toString(),
    unit,
    start: begin,
    end: start,
    before,
    points,
    positionOf: (at) => {
      const day = dayAt(at);
      const isPlain = day.end - day.start === 24 * hourMs;
      const hour = isPlain
        ? Math.floor((at - day.start) / hourMs)
        : Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).hour;
      return { point: day.point, hour, weekday: day.weekday };
    },
  };
};
