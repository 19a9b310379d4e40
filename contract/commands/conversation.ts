/** A conversation: messages, draft and replies. */
import { z } from 'zod';
import { maxReplyLength } from '../limits.ts';
import { isReplyText } from '../reply-text.ts';
import * as r from '../records.ts';
import { cursor, done, engineCommand, noInput } from '../schema.ts';
import { token } from '../team/subjects.ts';

/** A reply that was removed from the outbox. */
const undoneReply = z.strictObject({
  leadID: r.leadID,
  /** Null for a reply of an older version. */
  replyID: r.replyID.nullable(),
  text: z.string(),
  /** The lead's draft afterwards. */
  draft: z.string(),
});

export const conversationCommands = {
  /** Errors: `not_found`; `invalid_input` for an invalid cursor, or for more than one position. */
  'thread.page': engineCommand(
    {
      leadID: r.leadID,
      /** At most one of `before`, `after` and `around`; else, or if that is gone, the newest. Oldest first. */
      before: cursor.optional(),
      after: cursor.optional(),
      around: z.union([r.messageID, r.time]).optional(),
      limit: z.int().min(1).max(200),
    },
    {
      messages: z.array(r.message),
      /** Cursor of older messages; null at the beginning. */
      earlier: cursor.nullable(),
      /** Cursor of newer messages; missing at the end. */
      later: cursor.optional(),
    },
  ),
  /** Reports the open lead, which is polled more often and causes no notices. Rules do not reply during typing. */
  'thread.watch': engineCommand(
    { leadID: r.leadID.nullable(), focused: z.boolean(), isTyping: z.boolean().optional() },
    done,
  ),
  /** Saves the draft, unless its reply was sent: `sent` is the reply's text, empty after undo. Errors: `not_found`. */
  'drafts.save': engineCommand(
    { leadID: r.leadID, replyID: r.replyID, text: z.string().max(100_000) },
    { sent: z.string().nullable() },
  ),
  /**
   * Queues a reply and clears the draft, in one transaction. A repeated call with the same id returns the same reply.
   * Errors: `not_found`; `conflict` if that reply was undone; `colleague_answered` (see `seen`).
   */
  'messages.send': engineCommand(
    {
      leadID: r.leadID,
      replyID: r.replyID,
      text: z.string().trim().min(1).max(maxReplyLength).refine(isReplyText),
      /**
       * In a team: the conversation's last message when the person began to write, null for none. If a colleague has
       * answered since, the error is `colleague_answered`, with the person as its detail.
       */
      seen: r.messageID.nullable().optional(),
      /** Sends it although a colleague has answered. */
      anyway: z.boolean().optional(),
      /** Sending time, and whether it is held back if the customer writes first. */
      later: z.strictObject({ at: r.time, unlessAnswered: z.boolean() }).optional(),
    },
    { message: r.message },
  ),
  /** Moves an unsent reply back to the draft, repeatably. Errors: `too_late` once it is being sent; `not_found`. */
  'messages.undo': engineCommand({ messageID: r.messageID }, undoneReply),
  /** Retries a reply, unless the service has it (checked unless `anyway`). Errors: `conflict`, `not_found`. */
  'messages.retry': engineCommand(
    { messageID: r.messageID, anyway: z.boolean().optional() },
    { message: r.message },
  ),
  /** The latest ten failed replies; `count` is their total number. */
  'messages.notSent': engineCommand(noInput, {
    replies: z.array(z.strictObject({ message: r.message, customerName: z.string() })),
    count: z.int(),
  }),
  /**
   * Removes a failed, unconfirmed or scheduled reply and leaves the draft alone; may be repeated. Errors: `conflict`
   * in other states; `too_late` after it was sent or once another computer has it; `not_found`.
   */
  'messages.discard': engineCommand({ messageID: r.messageID }, undoneReply),
  /**
   * Hands a queued reply over to a colleague, whose computer sends it, at its time if it is scheduled. Errors:
   * `too_late` in any other state; `not_in_team` for a lead that no colleague has; `not_found`.
   */
  'messages.handOver': engineCommand({ messageID: r.messageID, to: token }, done),
} as const;
