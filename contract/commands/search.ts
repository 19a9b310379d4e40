/** What goes with a search (`leads.list` with a query) besides its hits. */
import { z } from 'zod';
import { longestQuery } from '../limits.ts';
import * as r from '../records.ts';
import { command, noInput } from './command.ts';

export const searchCommands = {
  /** Where the words of a search stand in one conversation, the oldest place first. */
  'search.places': command(
    'engine',
    z.strictObject({ leadID: r.leadID, query: z.string().max(longestQuery) }),
    z.strictObject({
      places: z.array(
        z
          .object({
            in: z.enum(['request', 'message', 'note']),
            /** Of the message or the note; null for the request. */
            id: z.string().nullable(),
            at: r.time,
          })
          .readonly(),
      ),
    }),
  ),
  /** What operators can be completed with: the names that leads here have. */
  'search.values': command(
    'engine',
    noInput,
    z.strictObject({
      businesses: z.array(z.string()),
      categories: z.array(z.string()),
      tags: z.array(z.string()),
      /** The marketplace's own words for how a lead stands. */
      statuses: z.array(z.string()),
    }),
  ),
} as const;
