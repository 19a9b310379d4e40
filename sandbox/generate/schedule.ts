/** When a customer wants the work done: the v4 times and the legacy text that says the same. */
import type { Random } from './random.ts';

/** A window of time, RFC 3339 UTC. */
interface Window {
  readonly start: string;
  readonly end: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** One to three windows of like length in the week after `createdAt` (milliseconds UTC). */
export function generateWindows(random: Random, createdAt: number): readonly Window[] {
  const count = random.int(1, 3);
  const firstDay = random.int(1, 4);
  const from = random.int(13, 17);
  const length = random.int(2, 4);
  const midnight = createdAt - (createdAt % day);
  const starts = Array.from(
    { length: count },
    (_, i) => midnight + (firstDay + i * random.int(1, 2)) * day + from * hour,
  );
  const unlike = [...new Set(starts)];
  return unlike.map((start) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + length * hour).toISOString(),
  }));
}

/**
 * The legacy text for windows of a wish: dates, times and length on a line each, dates and times in
 * each of the forms that the specification names (service specification, schedule string rules).
 */
export function wishSchedule(random: Random, windows: readonly Window[], hours: number): string {
  const starts = windows.map(({ start }) => Date.parse(start));
  const [from = 0] = starts;
  const until = Date.parse(windows[0]?.end ?? '');
  // One window of the v4 record is one range, or two that meet in its middle.
  const middle = from + Math.floor((until - from) / hour / 2) * hour;
  const times = random.pick([
    [[from, until]],
    [
      [from, middle],
      [middle, until],
    ],
  ]);
  return [
    datesText(random, starts),
    times.map((range) => range.map(timeText).join(' - ')).join(', '),
    lengthText(hours),
  ].join('\n');
}

/** The legacy text of a booking: a date, an exact time and a length. */
export function bookingSchedule(random: Random, start: number, minutes: number): string {
  return [datesText(random, [start]), timeText(start), lengthText(minutes / 60)].join('\n');
}

/** What customers say who name no time; some say nothing. */
export const openSchedules = [
  'As soon as possible',
  'I’m flexible',
  'Within two weeks',
  'In the next month\nWeekends only',
  undefined,
] as const;

/** Several dates, or one as a whole date or as a month and day. None has a comma of its own. */
function datesText(random: Random, starts: readonly number[]): string {
  const whole = starts.length === 1 && random.chance(0.5);
  return starts
    .map((start) =>
      new Date(start).toLocaleDateString('en-US', {
        timeZone: 'UTC',
        ...(whole ? {} : { month: 'short', day: 'numeric' }),
      }),
    )
    .join(', ');
}

/** "1:00 PM"; hours are UTC and stand for the customer's own. */
function timeText(time: number): string {
  const hours = new Date(time).getUTCHours();
  return `${((hours + 11) % 12) + 1}:00 ${hours < 12 ? 'AM' : 'PM'}`;
}

const lengthText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);
