/**
 * Many leads at once: which they are, what they have in common, and marking them in a way that can be
 * taken back as a whole. A selection is leads by their ids, or all that a view had at a moment but for
 * some; so nothing that comes later is ever marked unseen.
 */
import { z } from 'zod';
import { longestQuery, mostMarked, mostSelected } from '../limits.ts';
import { marks } from '../marks.ts';
import * as r from '../records.ts';
import { command, cursor } from './command.ts';

const list = {
  view: r.viewName,
  /** The key of a business that `views.counts` returned. */
  business: z.string().max(500).optional(),
  /** These as in `leads.list`. */
  query: z.string().max(longestQuery).optional(),
  everywhere: z.boolean().optional(),
};

/** All of a view, of what was there at a moment (`selection.all`), but for these. */
const allOf = z.strictObject({
  asOf: r.time,
  except: z.array(r.leadID).max(mostSelected),
  /** Those of the view that count as well, although they came later. */
  also: z.array(r.leadID).max(mostSelected).optional(),
});

const counted = z.array(z.strictObject({ name: z.string(), leads: z.number().int() }));

/** What the selected leads have in common, for the buttons and the words beside them. */
const facts = z.strictObject({
  /** How many of them have each mark. */
  unread: z.number().int(),
  starred: z.number().int(),
  archived: z.number().int(),
  noReplyNeeded: z.number().int(),
  snoozed: z.number().int(),
  /** Since when who waits longest waits: UTC milliseconds; null where nobody does. */
  waitingSince: z.number().int().nullable(),
  /** The most frequent ones, the first first. */
  businesses: counted,
  categories: counted,
  /** Every tag that one of them has. */
  tags: counted,
});

/** Names one action on many leads; made where it is asked for. */
export const batchID = z.uuid().brand('BatchID');
export type BatchID = z.infer<typeof batchID>;

export const selectionCommands = {
  /**
   * The leads between two places of a list, both included (null: its top, its end), as far as a
   * selection can hold them: `isWhole` says whether these are all.
   */
  'selection.range': command(
    'engine',
    z.strictObject({
      ...list,
      from: cursor.nullable(),
      to: cursor.nullable(),
    }),
    z.strictObject({ leadIDs: z.array(r.leadID), isWhole: z.boolean() }),
  ),
  /** How many leads a view has now, whatever is searched, and the moment by which those are told from later ones. */
  'selection.all': command(
    'engine',
    z.strictObject(list),
    z.strictObject({ leads: z.number().int(), asOf: r.time }),
  ),
  /**
   * What is selected, as it is now: of the leads that are named, those that the view has no longer are
   * `gone`. No facts where there are too many to look at them all.
   */
  'selection.report': command(
    'engine',
    z.strictObject({
      ...list,
      leadIDs: z.array(r.leadID).max(mostSelected).optional(),
      all: allOf.optional(),
    }),
    z.strictObject({
      leads: z.number().int(),
      gone: z.array(r.leadID),
      facts: facts.nullable(),
    }),
  ),
  /**
   * Sets marks on a part of a selection: on the leads that are named, or on the next ones of the view
   * after a place. All parts of one action have one `batchID`; a part that is asked for again does what
   * is left of it. `next` is the place after which the next part begins; null when this was the last.
   */
  'selection.mark': command(
    'engine',
    z.strictObject({
      ...z.strictObject(marks).partial().shape,
      batchID,
      ...list,
      leadIDs: z.array(r.leadID).min(1).max(mostMarked).optional(),
      all: allOf.optional(),
      after: cursor.optional(),
    }),
    z.strictObject({
      /** Of this part: those that are otherwise than before, and why the others are not. */
      marked: z.number().int(),
      same: z.number().int(),
      notWaiting: z.number().int(),
      full: z.number().int(),
      next: cursor.nullable(),
    }),
  ),
  /**
   * Takes a part of what `selection.mark` did back, each lead as it was before; what has been changed
   * since, by the professional or the customer, stays. Asked for until `isWhole`.
   */
  'selection.unmark': command(
    'engine',
    z.strictObject({ batchID }),
    z.strictObject({
      restored: z.number().int(),
      changed: z.number().int(),
      isWhole: z.boolean(),
    }),
  ),
} as const;
