/** Views that the professional has saved: a search as it was typed, in a view, of a business or of all. */
import { z } from 'zod';
import { longestQuery, longestSavedViewName, mostSavedViews } from '../limits.ts';
import * as r from '../records.ts';
import { command, done, noInput } from './command.ts';

/** Made where the view is saved: whatever is saved under it is one view. */
export const savedViewID = z.uuid().brand('SavedViewID');
export type SavedViewID = z.infer<typeof savedViewID>;

const content = {
  savedViewID,
  name: z.string().trim().min(1).max(longestSavedViewName),
  view: r.viewName,
  /** The key of a business; null for every one. */
  business: z.string().max(500).nullable(),
  /** These as in `leads.list`. */
  query: z.string().max(longestQuery),
  everywhere: z.boolean(),
};

export const savedView = z.object(content).readonly();
export type SavedView = z.infer<typeof savedView>;

export const savedViewCommands = {
  /** All of them, in the professional's order. */
  'savedViews.list': command('engine', noInput, z.strictObject({ views: z.array(savedView) })),
  /** How many leads each has, counted as far as a thousand. */
  'savedViews.counts': command(
    'engine',
    noInput,
    z.strictObject({
      counts: z.array(z.strictObject({ savedViewID, leads: z.number().int() })),
    }),
  ),
  /** Keeps a view, new or changed; a new one stands last, or where it is told to. */
  'savedViews.save': command(
    'engine',
    z.strictObject({
      ...content,
      position: z.number().int().min(0).max(mostSavedViews).optional(),
    }),
    done,
  ),
  'savedViews.remove': command('engine', z.strictObject({ savedViewID }), done),
  /** The whole order; those that are not named come last. */
  'savedViews.reorder': command(
    'engine',
    z.strictObject({ savedViewIDs: z.array(savedViewID).max(mostSavedViews) }),
    done,
  ),
} as const;
