/** Saved replies; contract/template.ts has their template language. */
import { z } from 'zod';
import { replyLanguages } from '../customer-language.ts';
import {
  maxReplyLength,
  maxSavedReplyNameLength,
  maxScopeLength,
  maxSavedReplies,
} from '../limits.ts';
import { done, engineCommand, noInput, readonlyObject } from '../schema.ts';

/** Created by the window, so that a repeated call stores the reply once. */
export const savedReplyID = z.string().min(1).max(200).brand('SavedReplyID');
export type SavedReplyID = z.infer<typeof savedReplyID>;

/** The leads for which a saved reply is offered. */
export const savedReplyScope = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('all') }),
  z.strictObject({
    for: z.literal('category'),
    category: z.string().trim().min(1).max(maxScopeLength),
  }),
  /** The name is shown after the business is removed. */
  z.strictObject({
    for: z.literal('business'),
    businessID: z.string().min(1).max(maxScopeLength),
    businessName: z.string().max(maxScopeLength),
  }),
]);
export type SavedReplyScope = z.infer<typeof savedReplyScope>;

const content = {
  savedReplyID,
  name: z.string().trim().min(1).max(maxSavedReplyNameLength),
  text: z.string().min(1).max(maxReplyLength),
  /** Texts for customers of other languages; `text` is the default. */
  variants: z
    .partialRecord(z.enum(replyLanguages), z.string().min(1).max(maxReplyLength))
    .optional(),
  scope: savedReplyScope,
  /** Shown above the composer, with a key. */
  isPinned: z.boolean(),
};

export const savedReply = readonlyObject(content);
export type SavedReply = z.infer<typeof savedReply>;

export const savedReplyCommands = {
  /** In the professional's order. */
  'savedReplies.list': engineCommand(noInput, { replies: z.array(savedReply) }),
  /** Creates or replaces a reply, a new one last or at `position`. Errors: `conflict` beyond `maxSavedReplies`. */
  'savedReplies.save': engineCommand(
    { ...content, position: z.int().min(0).max(maxSavedReplies).optional() },
    done,
  ),
  'savedReplies.remove': engineCommand({ savedReplyID }, done),
  /** Replies that are not listed come last. */
  'savedReplies.reorder': engineCommand(
    { savedReplyIDs: z.array(savedReplyID).max(maxSavedReplies) },
    done,
  ),
} as const;
