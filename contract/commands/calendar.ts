/** Adding an appointment to the professional's calendar program. */
import { z } from 'zod';
import { mainCommand } from '../schema.ts';

/** Calendars write years in four digits. */
const time = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

export const calendarCommands = {
  /** Opens an event in the system's calendar. Without one, saves its file; false if that dialog was closed. */
  'calendar.add': mainCommand(
    {
      /** The service's id of the lead, so that the event is the same on every computer. */
      id: z.string().min(1).max(200),
      title: z.string().max(300),
      place: z.string().max(500),
      notes: z.string().max(20_000),
      start: time,
      end: time.nullable(),
      /** False for a proposed time. */
      isBooked: z.boolean(),
    },
    { added: z.boolean() },
  ),
} as const;
