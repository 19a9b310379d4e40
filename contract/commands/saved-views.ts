/** Saved views: a query in a view, of one business or all. */
import { z } from 'zod';
import { maxQueryLength, maxSavedViewNameLength, maxSavedViews } from '../limits.ts';
import * as r from '../records.ts';
import { done, engineCommand, noInput, readonlyObject } from '../schema.ts';

/** Created by the window, so that a repeated call stores the view once. */
export const savedViewID = z.uuid().brand('SavedViewID');
export type SavedViewID = z.infer<typeof savedViewID>;

const content = {
  savedViewID,
  name: z.string().trim().min(1).max(maxSavedViewNameLength),
  view: r.viewName,
  /** The key of a business; null for all. */
  business: z.string().max(500).nullable(),
  /** `query` and `everywhere` as in `leads.list`. */
  query: z.string().max(maxQueryLength),
  everywhere: z.boolean(),
};

export const savedView = readonlyObject(content);
export type SavedView = z.infer<typeof savedView>;

export const savedViewCommands = {
  /** In the professional's order. */
  'savedViews.list': engineCommand(noInput, { views: z.array(savedView) }),
  /** Number of leads in each view, at most a thousand. */
  'savedViews.counts': engineCommand(noInput, {
    counts: z.array(z.strictObject({ savedViewID, leads: z.int() })),
  }),
  /** Creates or replaces a view, a new one last or at `position`. Errors: `conflict` beyond `maxSavedViews`. */
  'savedViews.save': engineCommand(
    { ...content, position: z.int().min(0).max(maxSavedViews).optional() },
    done,
  ),
  'savedViews.remove': engineCommand({ savedViewID }, done),
  /** Views that are not listed come last. */
  'savedViews.reorder': engineCommand(
    { savedViewIDs: z.array(savedViewID).max(maxSavedViews) },
    done,
  ),
} as const;
