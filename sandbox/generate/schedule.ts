/** Generates the times of a request, for v4 and as the matching legacy text. */
import type { ProposedTime } from '../records.ts';
import type { Random } from './random.ts';
import { toUTC, formatLocal, type Zone } from './zones.ts';

const hour = 60;

/** A window in the customer's local time: days from today, and minutes of that day. */
type LocalWindow = {
  readonly day: number;
  readonly from: number;
  /** May be on the next day; undefined for an open end. */
  readonly until?: number;
};

/** Generates proposed times in the days after `createdAt` (milliseconds UTC), in order. */
export const generateWindows = (
  random: Random,
  createdAt: number,
  zone: Zone,
): readonly ProposedTime[] => {
  const time = (day: number, minutes: number) =>
    new Date(toUTC(zone, createdAt, day, minutes)).toISOString();
  return generateLocalWindows(random).map(({ day, from, until }) => ({
    start: time(day, from),
    ...(until === undefined ? {} : { end: time(day, until) }),
  }));
};

export const generateStart = (random: Random, createdAt: number, zone: Zone): string => {
  const minutes = random.int(8, 15) * hour;
  return new Date(toUTC(zone, createdAt, random.int(1, 5), minutes)).toISOString();
};

/** Mostly a few hours on one to three days; sometimes up to 35 half hours, whole days, nights or an open end. */
const generateLocalWindows = (random: Random): readonly LocalWindow[] => {
  const choice = random.next();
  if (choice < 0.1) {
    const starts = Array.from({ length: random.int(2, 5) }, (_, i) => (9 + i * 2) * hour);
    return pickDays(random, random.int(4, 7), 1).flatMap((day) =>
      starts.map((from) => ({ day, from, until: from + hour / 2 })),
    );
  }
  if (choice < 0.2)
    return pickDays(random, random.int(1, 4)).map((day) => ({ day, from: 0, until: 24 * hour }));
  if (choice < 0.27) {
    const from = random.int(20, 22) * hour;
    return pickDays(random, random.int(1, 2)).map((day) => ({ day, from, until: 26 * hour }));
  }
  const from = random.int(8, 12) * hour;
  if (choice < 0.35) return pickDays(random, random.int(1, 3)).map((day) => ({ day, from }));
  const until = from + random.int(2, 4) * hour;
  return pickDays(random, random.int(1, 3)).map((day) => ({ day, from, until }));
};

/** Picks `count` days that are `step` days apart, by default one or two. */
const pickDays = (random: Random, count: number, step?: number): readonly number[] => {
  const first = random.int(1, 4);
  const distance = step ?? random.int(1, 2);
  return Array.from({ length: count }, (_, i) => first + i * distance);
};

/** Writes proposed times as legacy text, in every documented form (conformance.md, Schedule string rules). */
export const formatProposedTimes = (
  random: Random,
  windows: readonly ProposedTime[],
  hours: number,
  zone: Zone,
): string => {
  const dates = formatDates(random, windows, zone);
  const ranges = [...new Set(windows.map((window) => formatRange(window, zone)))];
  if (ranges.includes(wholeDay)) return [dates, formatDuration(hours)].join('\n');
  const [first] = windows;
  const canSplit = ranges.length === 1 && windows.length <= 3 && first?.end !== undefined;
  const times = canSplit && random.chance(0.5) ? splitInHalves(first, zone) : ranges;
  return [dates, times.join(', '), formatDuration(hours)].join('\n');
};

/** Writes a booking as legacy text: a date, an exact time and a duration. */
export const formatBooking = (
  random: Random,
  start: string,
  minutes: number,
  zone: Zone,
): string => {
  const time = formatLocal(zone, 'time', start);
  return [formatDates(random, [{ start }], zone), time, formatDuration(minutes / hour)].join('\n');
};

/** Legacy texts of customers without a proposed time; some write nothing. */
export const openSchedules = [
  'As soon as possible',
  'I’m flexible',
  'Within two weeks',
  'In the next month\nWeekends only',
  undefined,
] as const;

/** Writes several dates, or one with or without its year. No date contains a comma. */
const formatDates = (random: Random, windows: readonly ProposedTime[], zone: Zone): string => {
  const hasYear = windows.length === 1 && random.chance(0.5);
  const dates = windows.map(({ start }) =>
    formatLocal(zone, hasYear ? 'date' : 'monthAndDay', start),
  );
  return [...new Set(dates)].join(', ');
};

const wholeDay = '12:00 AM - 12:00 AM';

/** Writes "9:00 AM - 1:00 PM", or the start alone. */
const formatRange = ({ start, end }: ProposedTime, zone: Zone): string =>
  [start, end]
    .flatMap((time) => (time === undefined ? [] : formatLocal(zone, 'time', time)))
    .join(' - ');

const splitInHalves = ({ start, end = start }: ProposedTime, zone: Zone): readonly string[] => {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const hours = Math.floor((until - from) / 3_600_000 / 2);
  const middle = new Date(from + hours * 3_600_000).toISOString();
  return [
    { start, end: middle },
    { start: middle, end },
  ].map((half) => formatRange(half, zone));
};

const formatDuration = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);
