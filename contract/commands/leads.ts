/** Lists of leads, one lead, a customer's leads, marks, tags, and the counts of the views. */
import { z } from 'zod';
import { maxMarked, maxQueryLength } from '../limits.ts';
import { marks } from '../marks.ts';
import * as r from '../records.ts';
import { countNames, viewPartNames } from '../views.ts';
import {
  cursor,
  done,
  engineCommand,
  noInput,
  readonlyObject,
  readonlyStrictObject,
} from '../schema.ts';

/** The key of a business that `views.counts` returned. */
const businessKey = z.string().max(500);

/** Asks for a list: a view, of one business or all, or a search. */
export const question = {
  view: r.viewName,
  business: businessKey.optional(),
  /** A query (search-query.ts); an empty one lists the whole view. */
  query: z.string().max(maxQueryLength).optional(),
  /** Searches all leads, whatever the view. */
  everywhere: z.boolean().optional(),
};

/** Number of leads in each part of a view; empty in a search. */
const parts = z.array(readonlyStrictObject({ name: z.enum(viewPartNames), length: z.int() }));

const leadIDs = z.array(r.leadID).min(1).max(maxMarked);

export const leadCommands = {
  /**
   * Rows of a view, from the top or from one of `position`, `cursor` (below a row) and `before` (just above a row). A
   * search supports only `cursor`. Errors: `invalid_input` for any other start, or a cursor of another view.
   */
  'leads.list': engineCommand(
    {
      ...question,
      position: z.int().min(0).optional(),
      cursor: cursor.optional(),
      before: cursor.optional(),
      limit: z.int().min(1).max(500),
    },
    {
      leads: z.array(r.listedLead),
      /** Cursor of the next page; null at the end. */
      next: cursor.nullable(),
      /** Number of leads of the view; null in a search, which stops early. */
      total: z.int().nullable(),
      parts,
    },
  ),
  /**
   * Those of `leadIDs` that are between two rows of a view or a search (both included; null: its top, its end),
   * unordered, with the position of the first row. `position` in the input is its last known value, as a hint.
   * Errors: `invalid_input` for a cursor of another view.
   */
  'leads.within': engineCommand(
    {
      ...question,
      leadIDs: z.array(r.leadID).max(500),
      from: cursor.nullable(),
      to: cursor.nullable(),
      position: z.int().min(0),
    },
    { leads: z.array(r.listedLead), position: z.int(), total: z.int(), parts },
  ),
  /** Unopened leads of a view that arrived since `mark`, in the view's order; none without a mark. */
  'leads.arrived': engineCommand(
    {
      view: r.viewName,
      business: businessKey.optional(),
      mark: z.int().min(0).optional(),
    },
    {
      /** For the next call. */
      mark: z.int(),
      leads: z.array(z.strictObject({ leadID: r.leadID, place: cursor })),
    },
  ),
  /** Errors: `not_found`. */
  'leads.get': engineCommand({ leadID: r.leadID }, { lead: r.leadDetails }),
  /** Sets marks of those leads that are in the inbox. Errors: `not_found` if none is. */
  'leads.mark': engineCommand({ leadIDs, ...z.strictObject(marks).partial().shape }, done),
  /** Marks the lead as read up to a time. Errors: `not_found`. */
  'leads.seen': engineCommand({ leadID: r.leadID, upTo: r.time }, done),
  /** Numbers of leads, of one business if it is named, and all businesses with their own. */
  'views.counts': engineCommand(
    { business: businessKey.optional() },
    { counts: z.record(z.enum(countNames), z.int()), businesses: z.array(r.business) },
  ),
  /** The customer's other leads at the service, of all accounts, newest first; empty for an unidentified customer. */
  'leads.ofCustomer': engineCommand(
    { leadID: r.leadID, limit: z.int().min(1).max(200) },
    {
      leads: z.array(
        readonlyObject({
          row: r.leadRow,
          /** The business has written to the customer; automatic messages do not count. */
          isAnswered: z.boolean(),
        }),
      ),
      total: z.int(),
    },
  ),
  /** The first 500 tags, unordered. */
  'tags.list': engineCommand(noInput, { tags: z.array(z.string()) }),
} as const;
