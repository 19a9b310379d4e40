/** A time of a lead in the calendar of the professional's choice, whichever program that is. */
import { z } from 'zod';
import { command } from './command.ts';

/** Calendars write years in four digits. */
const time = z
  .number()
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

export const calendarCommands = {
  /**
   * Opens an event in the system's calendar; where none opens it, asks where to save the file. False
   * when that was closed.
   */
  'calendar.add': command(
    'main',
    z.strictObject({
      /** The service's id of the lead: its event is the same on every computer. */
      id: z.string().min(1).max(200),
      title: z.string().max(300),
      place: z.string().max(500),
      notes: z.string().max(20_000),
      start: time,
      /** Null for a time without an end. */
      end: time.nullable(),
      /** False for a time that the customer only proposed. */
      isBooked: z.boolean(),
    }),
    z.strictObject({ added: z.boolean() }),
  ),
} as const;
