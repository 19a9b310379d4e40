/** When a customer wants the work done: the v4 times and the legacy text that says the same. */
import type { Random } from './random.ts';

export interface Wish {
  readonly proposedTimes: readonly { readonly start: string; readonly end: string }[];
  /** Legacy form: dates, times and length on a line each. */
  readonly schedule: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/** One to three windows in the week after `createdAt` (milliseconds UTC), `hours` long work. */
export function generateWish(random: Random, createdAt: number, hours: number): Wish {
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
  return {
    proposedTimes: unlike.map((start) => ({
      start: new Date(start).toISOString(),
      end: new Date(start + length * hour).toISOString(),
    })),
    schedule: [
      unlike.map(dateText).join(', '),
      `${timeText(from)} - ${timeText(from + length)}`,
      hours === 1 ? '1 hour' : `${hours} hours`,
    ].join('\n'),
  };
}

/** The legacy text of a booking: a date, an exact time and a length. */
export function bookingSchedule(start: number, minutes: number): string {
  return [dateText(start), timeText(new Date(start).getUTCHours()), `${minutes / 60} hours`].join(
    '\n',
  );
}

const dateText = (time: number) =>
  new Date(time).toLocaleDateString('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** "1:00 PM"; hours are UTC and stand for the customer's own. */
const timeText = (hours: number) =>
  `${((hours + 11) % 12) + 1}:00 ${hours % 24 < 12 ? 'AM' : 'PM'}`;
