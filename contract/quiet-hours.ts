/**
 * The hours in which the desktop is told nothing, and for how long the professional can ask for quiet
 * besides. When they are, and what becomes of what came meanwhile, is the engine's.
 */
import { z } from 'zod';
import { dayMinutes } from './limits.ts';

const minute = z
  .number()
  .int()
  .min(0)
  .max(dayMinutes - 1);

export const quietHours = z
  .strictObject({
    on: z.boolean(),
    /** Minutes of the day, as the calendar's clocks show them; `to` no later than `from` is the next day's. */
    from: minute,
    to: minute,
    /** The days on which they begin, Monday being 0. */
    days: z.array(z.number().int().min(0).max(6)).max(7).readonly(),
  })
  .readonly();
export type QuietHours = z.infer<typeof quietHours>;

/** Until the professional says otherwise: off, and nights once they are switched on. */
export const usualQuiet: QuietHours = {
  on: false,
  from: 20 * 60,
  to: 7 * 60,
  days: [0, 1, 2, 3, 4, 5, 6],
};
