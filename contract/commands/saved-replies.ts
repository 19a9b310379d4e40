/** Replies that the professional has saved, to be written with one key (contract/template.ts is their language). */
import { z } from 'zod';
import { replyLanguages } from '../customer-language.ts';
import { longestReply, longestSavedReplyName, longestScope, mostSavedReplies } from '../limits.ts';
import { command, done, noInput } from './command.ts';

/** Made where the reply is written: whatever is saved under it is one reply. */
export const savedReplyID = z.string().min(1).max(200).brand('SavedReplyID');
export type SavedReplyID = z.infer<typeof savedReplyID>;

/** The leads that a saved reply is for. */
export const savedReplyScope = z.discriminatedUnion('for', [
  z.strictObject({ for: z.literal('all') }),
  /** Of this category, by its name. */
  z.strictObject({
    for: z.literal('category'),
    category: z.string().trim().min(1).max(longestScope),
  }),
  /** Of this business; its name says which one it was when it is gone. */
  z.strictObject({
    for: z.literal('business'),
    businessID: z.string().min(1).max(longestScope),
    businessName: z.string().max(longestScope),
  }),
]);
export type SavedReplyScope = z.infer<typeof savedReplyScope>;

const content = {
  savedReplyID,
  name: z.string().trim().min(1).max(longestSavedReplyName),
  /** In the language of templates. */
  text: z.string().min(1).max(longestReply),
  /** The same for customers of a language; without one for theirs they get `text`. */
  variants: z.partialRecord(z.enum(replyLanguages), z.string().min(1).max(longestReply)).optional(),
  scope: savedReplyScope,
  /** Stands above the composer of the leads that it is for, and has a key. */
  isPinned: z.boolean(),
};

export const savedReply = z.object(content).readonly();
export type SavedReply = z.infer<typeof savedReply>;

export const savedReplyCommands = {
  /** All of them, in the professional's order. */
  'savedReplies.list': command('engine', noInput, z.strictObject({ replies: z.array(savedReply) })),
  /** Keeps a reply, new or changed; a new one stands last, or where it is told to. */
  'savedReplies.save': command(
    'engine',
    z.strictObject({
      ...content,
      position: z.number().int().min(0).max(mostSavedReplies).optional(),
    }),
    done,
  ),
  'savedReplies.remove': command('engine', z.strictObject({ savedReplyID }), done),
  /** The whole order; those that are not named come last. */
  'savedReplies.reorder': command(
    'engine',
    z.strictObject({ savedReplyIDs: z.array(savedReplyID).max(mostSavedReplies) }),
    done,
  ),
} as const;
