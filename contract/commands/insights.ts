/** How fast the professional answers. */
import { z } from 'zod';
import { command, noInput } from './command.ts';

export const insightsCommands = {
  /** Leads that had their first reply today, by this computer's calendar, and how long they waited for it. */
  'insights.today': command(
    'engine',
    noInput,
    z.strictObject({
      firstReplies: z.number().int(),
      /** Milliseconds from the request to the reply, half of them took less; null when there are none. */
      medianMs: z.number().nullable(),
    }),
  ),
} as const;
