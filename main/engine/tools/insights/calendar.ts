/** Builds the days of a period in the time zone of the business. Some days have 23 or 25 hours. */
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
  /** The comparison period: directly before, or a year before. */
  readonly before: { readonly start: number; readonly end: number };
  /** First and last day of each point of the trend. */
  readonly points: readonly { readonly from: string; readonly to: string }[];
  /** Finds the point, hour from 0 and weekday from Monday (0) of a time in the period. */
  readonly locate: (at: number) => {
    readonly point: number;
    readonly hour: number;
    readonly weekday: number;
  };
};

const hourMs = 60 * 60_000;
/** Limits of points in a chart. */
const maxDays = 31;
const maxWeeks = 27;

const chooseUnit = (days: number): Calendar['unit'] => {
  if (days <= maxDays) return 'day';
  return days <= maxWeeks * 7 ? 'week' : 'month';
};

const isPointStart: Readonly<Record<Calendar['unit'], (date: Temporal.PlainDate) => boolean>> = {
  day: () => true,
  week: ({ dayOfWeek }) => dayOfWeek === 1,
  month: ({ day }) => day === 1,
};

const computeEnds = (
  period: Period,
  today: Temporal.PlainDate,
): readonly [Temporal.PlainDate, Temporal.PlainDate] => {
  if (typeof period === 'object')
    return [Temporal.PlainDate.from(period.from), Temporal.PlainDate.from(period.to)];
  if (period === 'year') return [today.with({ month: 1, day: 1 }), today];
  return [today.subtract({ days: Number(period) - 1 }), today];
};

const toStart = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;

/** @param now UTC milliseconds */
export const buildCalendar = (period: Period, now: number, zone: string): Calendar => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const [first, last] = computeEnds(period, today);
  const length = first.until(last, { largestUnit: 'days' }).days + 1;
  const unit = chooseUnit(length);
  const days: Day[] = [];
  const points: { from: string; to: string }[] = [];
  let start = toStart(first, zone);
  for (let index = 0; index < length; index += 1) {
    const date = first.add({ days: index });
    const end = toStart(date.add({ days: 1 }), zone);
    const name = date.toString();
    const current = points.at(-1);
    if (current === undefined || isPointStart[unit](date)) points.push({ from: name, to: name });
    else current.to = name;
    days.push({ weekday: date.dayOfWeek - 1, start, end, point: points.length - 1 });
    start = end;
  }
  const begin = days[0]?.start ?? start;
  const yearBefore = { years: 1 };
  const before =
    period === 'year'
      ? {
          start: toStart(first.subtract(yearBefore), zone),
          end: toStart(last.subtract(yearBefore).add({ days: 1 }), zone),
        }
      : { start: toStart(first.subtract({ days: length }), zone), end: begin };

  /** Index of the last day found. Leads are counted in order, so that the next day is near. */
  let near = 0;
  const findDay = (at: number): Day => {
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
    locate: (at) => {
      const day = findDay(at);
      const isPlain = day.end - day.start === 24 * hourMs;
      const hour = isPlain
        ? Math.floor((at - day.start) / hourMs)
        : Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).hour;
      return { point: day.point, hour, weekday: day.weekday };
    },
  };
};
