/** A conversation: messages, draft and replies. */
import { z } from 'zod';
import { longestReply } from '../limits.ts';
import { isReplyText } from '../reply-text.ts';
import * as r from '../records.ts';
import { command, cursor, done, noInput } from '../schema.ts';
import { token } from '../team/subjects.ts';

/** A reply that was moved back to the draft. */
const undoneReply = z.strictObject({
  leadID: r.leadID,
  /** Null for a reply of an older version. */
  replyID: r.replyID.nullable(),
  text: z.string(),
  /** The draft with that text. */
  draft: z.string(),
});

export const conversationCommands = {
  'thread.page': command(
    'engine',
    {
      leadID: r.leadID,
      /**
       * At most one of `before`, `after` and `around` (a message or a time); without them the newest. The answer is
       * oldest first.
       */
      before: cursor.optional(),
      after: cursor.optional(),
      around: z.union([r.messageID, r.time]).optional(),
      limit: z.number().int().min(1).max(200),
    },
    {
      messages: z.array(r.message),
      /** Cursor of older messages; null at the beginning. */
      earlier: cursor.nullable(),
      /** Cursor of newer messages; missing at the end. */
      later: cursor.optional(),
    },
  ),
  /**
   * Reports the open lead: it is polled more often and causes no notifications. While the person types a reply, no
   * rule replies.
   */
  'thread.watch': command(
    'engine',
    { leadID: r.leadID.nullable(), focused: z.boolean(), isTyping: z.boolean().optional() },
    done,
  ),
  /**
   * Saves the draft, unless its reply was sent: then `sent` is the reply's text (empty if it was undone), and a new
   * draft needs another id.
   */
  'drafts.save': command(
    'engine',
    { leadID: r.leadID, replyID: r.replyID, text: z.string().max(100_000) },
    { sent: z.string().nullable() },
  ),
  /**
   * Queues a reply and clears the draft, in one transaction. Repeated with the same id it answers with the same
   * reply, or `conflict` if that was undone.
   */
  'messages.send': command(
    'engine',
    {
      leadID: r.leadID,
      replyID: r.replyID,
      text: z.string().trim().min(1).max(longestReply).refine(isReplyText),
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
  /** Undoes a waiting or failed reply; may be repeated. Errors: `too_late` after it was sent. */
  'messages.undo': command('engine', { messageID: r.messageID }, undoneReply),
  /**
   * Retries a failed or waiting reply. An unconfirmed one is first looked for at the service, unless `anyway`.
   * Errors: `conflict` while it is being sent.
   */
  'messages.retry': command(
    'engine',
    { messageID: r.messageID, anyway: z.boolean().optional() },
    { message: r.message },
  ),
  /** The latest ten failed replies; `count` is their total number. */
  'messages.notSent': command('engine', noInput, {
    replies: z.array(z.strictObject({ message: r.message, customerName: z.string() })),
    count: z.number().int(),
  }),
  /** Removes a failed or unconfirmed reply. Its text is only in this answer. */
  'messages.discard': command('engine', { messageID: r.messageID }, undoneReply),
  /**
   * Passes a waiting reply to a colleague, whose computer sends it, at its time if it is scheduled. Errors: `too_late`
   * once it is being sent; `not_in_team` for a lead that no colleague has.
   */
  'messages.handOver': command('engine', { messageID: r.messageID, to: token }, done),
} as const;
