/** Notifications of the desktop: quiet for a while, and replies written inside one. */
import { z } from 'zod';
import { leadID, replyID, time } from '../records.ts';
import { command, noInput } from './command.ts';

const quiet = z.strictObject({
  /** Until when nothing is told, by the computer's clock; null while everything is. */
  until: time.nullable(),
  /** True when the professional asked for it besides the quiet hours. */
  paused: z.boolean(),
});

export const noticeCommands = {
  'notices.quiet': command('engine', noInput, quiet),
  /** Keeps quiet for an hour, or until tomorrow at 8 AM; `none` ends what was asked for. */
  'notices.pause': command(
    'engine',
    z.strictObject({ length: z.enum(['hour', 'tomorrow', 'none']) }),
    quiet,
  ),
  /**
   * Queues a reply that was written inside a notification, beside whatever is being written to that lead.
   * One that cannot be queued stands first in the lead's draft. An id is taken once. `not_found` when the
   * lead is gone.
   */
  'notices.reply': command(
    'engine',
    z.strictObject({
      leadID,
      replyID,
      text: z.string().max(100_000),
      /** What the customer did up to then was read in the notification. */
      upTo: time,
    }),
    z.strictObject({ became: z.enum(['queued', 'draft']) }),
  ),
} as const;
