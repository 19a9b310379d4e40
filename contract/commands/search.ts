/** Matches in one conversation, and values for completing operators. */
import { z } from 'zod';
import { longestQuery } from '../limits.ts';
import * as r from '../records.ts';
import { command, noInput } from './command.ts';

export const searchCommands = {
  /** Matches of a query in one conversation, oldest first. */
  'search.places': command(
    'engine',
    z.strictObject({ leadID: r.leadID, query: z.string().max(longestQuery) }),
    z.strictObject({
      places: z.array(
        z
          .object({
            in: z.enum(['request', 'message', 'note']),
            /** Id of the message or note; null for the request. */
            id: z.string().nullable(),
            at: r.time,
          })
          .readonly(),
      ),
    }),
  ),
  /** Names of existing leads, for completing operators. */
  'search.values': command(
    'engine',
    noInput,
    z.strictObject({
      businesses: z.array(z.string()),
      categories: z.array(z.string()),
      tags: z.array(z.string()),
      /** The marketplace's own statuses. */
      statuses: z.array(z.string()),
    }),
  ),
} as const;
