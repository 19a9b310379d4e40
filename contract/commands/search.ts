/** Matches in one conversation, and values for completing operators. */
import { z } from 'zod';
import { maxQueryLength } from '../limits.ts';
import * as r from '../records.ts';
import { engineCommand, noInput, readonlyObject } from '../schema.ts';

export const searchCommands = {
  /** Matches of a query in one conversation, oldest first. Errors: `not_found` for an invalid lead id. */
  'search.places': engineCommand(
    { leadID: r.leadID, query: z.string().max(maxQueryLength) },
    {
      places: z.array(
        readonlyObject({
          in: z.enum(['request', 'message', 'note']),
          /** Id of the message or note; null for the request. */
          id: z.string().nullable(),
          at: r.time,
        }),
      ),
      /** False if a long conversation was not searched to its oldest message, or has more matches. */
      isWhole: z.boolean(),
    },
  ),
  /** Values that occur in the stored leads, for completing operators. */
  'search.values': engineCommand(noInput, {
    businesses: z.array(z.string()),
    categories: z.array(z.string()),
    tags: z.array(z.string()),
    /** The marketplace's own statuses. */
    statuses: z.array(z.string()),
    /** Rules of automatic replies. */
    rules: z.array(z.string()),
    /** People of the team; empty without one. */
    people: z.array(z.string()),
  }),
} as const;
