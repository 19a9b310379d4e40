/** Quiet hours, in which no notifications are shown. The engine evaluates them. */
import { z } from 'zod';
import { dayMinutes } from './limits.ts';
import { readonlyStrictObject } from './schema.ts';

const minute = z
  .int()
  .min(0)
  .max(dayMinutes - 1);

export const quietHours = readonlyStrictObject({
  on: z.boolean(),
  /** Minutes of the day in local time; a `to` not after `from` is on the next day. */
  from: minute,
  to: minute,
  /** Weekdays on which they begin; Monday is 0. */
  days: z.array(z.int().min(0).max(6)).max(7).readonly(),
});
export type QuietHours = z.infer<typeof quietHours>;

export const defaultQuietHours: QuietHours = {
  on: false,
  from: 20 * 60,
  to: 7 * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
};
