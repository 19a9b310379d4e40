/** Business hours and holidays. The engine computes reply deadlines from them. */
import { z } from 'zod';
import { dayMinutes, maxHolidayNameLength, maxHolidays, maxSpans } from './limits.ts';
import { readonlyStrictObject } from './schema.ts';

/** Minutes of the day in local time; `to` 1,440 is midnight. */
const span = readonlyStrictObject({
  from: z.int().min(0).max(dayMinutes),
  to: z.int().min(0).max(dayMinutes),
});

export const businessHours = readonlyStrictObject({
  /** IANA name; null for the computer's. */
  timeZone: z
    .string()
    .max(100)
    .refine((name) => isTimeZone(name))
    .nullable(),
  /** Monday first. A day without spans is closed; spans may touch, overlap or be empty. */
  week: z.array(z.array(span).max(maxSpans).readonly()).length(7).readonly(),
  holidays: z
    .array(readonlyStrictObject({ date: z.iso.date(), name: z.string().max(maxHolidayNameLength) }))
    .max(maxHolidays)
    .readonly(),
});
export type BusinessHours = z.infer<typeof businessHours>;

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const open = [{ from: 8 * 60, to: 18 * 60 }];

/** Weekdays from 8 AM to 6 PM. */
export const defaultBusinessHours: BusinessHours = {
  timeZone: null,
  week: [open, open, open, open, open, [], []],
  holidays: [],
};
