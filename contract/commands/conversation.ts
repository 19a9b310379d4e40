/** The open conversation: its messages, its draft, and what becomes of a reply. */
import { z } from 'zod';
import { longestReply } from '../limits.ts';
import { isReplyText } from '../reply-text.ts';
import * as r from '../records.ts';
import { command, cursor, done, noInput } from './command.ts';

/** A reply that is in the composer again. */
const givenBack = z.strictObject({
  leadID: r.leadID,
  /** The id that it was written under; null for one of an older version. */
  replyID: r.replyID.nullable(),
  /** The reply's own text. */
  text: z.string(),
  /** The draft as it stands now, that text in it. */
  draft: z.string(),
});

export const conversationCommands = {
  'thread.page': command(
    'engine',
    z.strictObject({
      leadID: r.leadID,
      /**
       * The messages before this point, those after it, or those on both sides of a message or of a
       * time; one of these at most, and without any the newest. Oldest first in the answer.
       */
      before: cursor.optional(),
      after: cursor.optional(),
      around: z.union([r.messageID, r.time]).optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.strictObject({
      messages: z.array(r.message),
      /** Before which there are older ones; null at the beginning. */
      earlier: cursor.nullable(),
      /** After which there are newer ones; left out at the end. */
      later: cursor.optional(),
    }),
  ),
  /** Tells the engine what the professional looks at: it polls that lead often and keeps quiet about it. */
  'thread.watch': command(
    'engine',
    z.strictObject({ leadID: r.leadID.nullable(), focused: z.boolean() }),
    done,
  ),
  /**
   * Keeps what is being written, unless it was sent already: then `sent` is that reply's text (empty
   * when it was taken back), and what was written since belongs under another id.
   */
  'drafts.save': command(
    'engine',
    z.strictObject({ leadID: r.leadID, replyID: r.replyID, text: z.string().max(100_000) }),
    z.strictObject({ sent: z.string().nullable() }),
  ),
  /**
   * Queues a reply and clears the draft, in one transaction. An id is taken once: a second call under
   * it answers with the same reply, and `conflict` when that was taken back.
   */
  'messages.send': command(
    'engine',
    z.strictObject({
      leadID: r.leadID,
      replyID: r.replyID,
      text: z.string().trim().min(1).max(longestReply).refine(isReplyText),
      /** When it leaves, by the computer's clock, and whether it stays when the customer writes before. */
      later: z.strictObject({ at: r.time, unlessAnswered: z.boolean() }).optional(),
    }),
    z.strictObject({ message: r.message }),
  ),
  /** Calls a reply back that waits or failed, once or again. `too_late` once it has left. */
  'messages.undo': command('engine', z.strictObject({ messageID: r.messageID }), givenBack),
  /**
   * Tries a reply that failed or waits, and looks now for one that may have arrived; `anyway` sends it
   * without looking. `conflict` while it is on its way.
   */
  'messages.retry': command(
    'engine',
    z.strictObject({ messageID: r.messageID, anyway: z.boolean().optional() }),
    z.strictObject({ message: r.message }),
  ),
  /** The replies that failed, the latest first, as far as ten; `count` is all of them. */
  'messages.notSent': command(
    'engine',
    noInput,
    z.strictObject({
      replies: z.array(z.strictObject({ message: r.message, customerName: z.string() })),
      count: z.number().int(),
    }),
  ),
  /** Removes a reply that could not be sent or confirmed; its text is in this answer and nowhere else. */
  'messages.discard': command('engine', z.strictObject({ messageID: r.messageID }), givenBack),
} as const;
