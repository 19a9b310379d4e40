/** Desktop notifications: quiet periods, and replies written in a notification. */
import { z } from 'zod';
import { leadID, replyID, time } from '../records.ts';
import { engineCommand, noInput } from '../schema.ts';

const quiet = z.strictObject({
  /** End of the quiet period; null for none. */
  until: time.nullable(),
  /** Started by the professional, outside the quiet hours. */
  paused: z.boolean(),
});

export const noticeCommands = {
  'notices.quiet': engineCommand(noInput, quiet),
  /** Pauses notifications for an hour or until the next 8 AM; `none` ends the pause. */
  'notices.pause': engineCommand({ length: z.enum(['hour', 'tomorrow', 'none']) }, quiet),
  /** Queues a reply once, beside the draft; if it cannot be queued, it joins the draft. Errors: `not_found`. */
  'notices.reply': engineCommand(
    {
      leadID,
      replyID,
      text: z.string().max(100_000),
      /** Time up to which the customer's activity was shown. */
      upTo: time,
    },
    { became: z.enum(['queued', 'draft']) },
  ),
} as const;
