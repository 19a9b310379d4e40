/** The lists of leads, one lead, the marks on leads, and the numbers beside the views. */
import { z } from 'zod';
import { longestQuery } from '../limits.ts';
import { marks } from '../marks.ts';
import * as r from '../records.ts';
import { countNames, viewPartNames } from '../views.ts';
import { command, cursor, done } from './command.ts';

/** The key of a business that `views.counts` returned. */
const businessKey = z.string().max(500);

/** How many leads each part of a view has, in its order; none where the view has no parts, or in a search. */
const parts = z.array(
  z.strictObject({ name: z.enum(viewPartNames), length: z.number().int() }).readonly(),
);

const leadIDs = z.array(r.leadID).min(1).max(500);

export const leadCommands = {
  /**
   * Rows of a view in its order: from the top, from a position on, after a place (`cursor`) or the
   * ones just above it (`before`). At most one of these is given; a search knows no positions and
   * nothing before a place.
   */
  'leads.list': command(
    'engine',
    z.strictObject({
      view: r.viewName,
      business: businessKey.optional(),
      /** What is searched for (search-query.ts); one that asks for nothing lists the whole view. */
      query: z.string().max(longestQuery).optional(),
      /** The search is of all leads, whatever the view. */
      everywhere: z.boolean().optional(),
      position: z.number().int().min(0).optional(),
      cursor: cursor.optional(),
      before: cursor.optional(),
      limit: z.number().int().min(1).max(500),
    }),
    z.strictObject({
      leads: z.array(r.listedLead),
      /** The place after which the next page begins; null at the end of the list. */
      next: cursor.nullable(),
      /** How many leads the view has; null in a search, which stops early. */
      total: z.number().int().nullable(),
      parts,
    }),
  ),
  /**
   * Those of the given leads that stand between two places of a view or a search (both included; null: its top,
   * its end), in no order, and how many stand above the first place. `position` is how many that were
   * when it was asked last: from there it is found.
   */
  'leads.within': command(
    'engine',
    z.strictObject({
      view: r.viewName,
      business: businessKey.optional(),
      /** As in `leads.list`. */
      query: z.string().max(longestQuery).optional(),
      everywhere: z.boolean().optional(),
      leadIDs: z.array(r.leadID).max(500),
      from: cursor.nullable(),
      to: cursor.nullable(),
      position: z.number().int().min(0),
    }),
    z.strictObject({
      leads: z.array(r.listedLead),
      position: z.number().int(),
      total: z.number().int(),
      parts,
    }),
  ),
  /**
   * Leads of a view that have arrived since `mark` and that nobody has opened, in the view's order. The first
   * question has no mark, and none of the leads that are there by then is an arrival.
   */
  'leads.arrived': command(
    'engine',
    z.strictObject({
      view: r.viewName,
      business: businessKey.optional(),
      mark: z.number().int().min(0).optional(),
    }),
    z.strictObject({
      /** To ask with next time. */
      mark: z.number().int(),
      leads: z.array(z.strictObject({ leadID: r.leadID, place: cursor })),
    }),
  ),
  'leads.get': command(
    'engine',
    z.strictObject({ leadID: r.leadID }),
    z.strictObject({ lead: r.leadDetails }),
  ),
  'leads.mark': command(
    'engine',
    z.strictObject({ leadIDs, ...z.strictObject(marks).partial().shape }),
    done,
  ),
  /**
   * The lead is open before somebody's eyes: what its customer did up to then is read, and what came
   * after it is not. `not_found` when the lead is gone.
   */
  'leads.seen': command('engine', z.strictObject({ leadID: r.leadID, upTo: r.time }), done),
  'views.counts': command(
    'engine',
    z.strictObject({ business: businessKey.optional() }),
    z.strictObject({
      counts: z.record(z.enum(countNames), z.number().int()),
      businesses: z.array(r.business),
    }),
  ),
} as const;
