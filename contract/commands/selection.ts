/** Selecting and marking many leads, undone as a whole. Leads that arrive later are not marked. */
import { z } from 'zod';
import { mapFlags } from '../flags.ts';
import { maxMarked, maxSelected } from '../limits.ts';
import { marks } from '../marks.ts';
import * as r from '../records.ts';
import { cursor, engineCommand } from '../schema.ts';
import { question } from './leads.ts';

/** All leads of a view at a time (`selection.all`), except these. */
export const allOf = z.strictObject({
  asOf: r.time,
  except: z.array(r.leadID).max(maxSelected),
  /** Included although they arrived later. */
  also: z.array(r.leadID).max(maxSelected).optional(),
});

const counted = z.array(z.strictObject({ name: z.string(), leads: z.int() }));

/** Facts about the selected leads, for the buttons and their labels. */
const facts = z.strictObject({
  /** Number of leads with each mark. */
  unread: z.int(),
  ...mapFlags(() => z.int()),
  snoozed: z.int(),
  /** When the longest wait started, UTC milliseconds; null if nobody waits. */
  waitingSince: z.int().nullable(),
  /** Most frequent first. */
  businesses: counted,
  categories: counted,
  tags: counted,
});

/** Identifies one action on many leads; created by the window. */
export const batchID = z.uuid().brand('BatchID');
export type BatchID = z.infer<typeof batchID>;

export const selectionCommands = {
  /**
   * The leads between two rows of a list, both included (null: its top, its end). `isWhole` is false beyond
   * `maxSelected` leads, or if a slow search ended early. Errors: `invalid_input` for a cursor of another view.
   */
  'selection.range': engineCommand(
    { ...question, from: cursor.nullable(), to: cursor.nullable() },
    { leadIDs: z.array(r.leadID), isWhole: z.boolean() },
  ),
  /** Current number of leads in a list, and the time that separates them from later ones. */
  'selection.all': engineCommand(question, { leads: z.int(), asOf: r.time }),
  /**
   * The current state of a selection. `gone`: listed leads that have left the view. `facts` is null beyond
   * `maxSelected` leads. Errors: `invalid_input` unless the input has either `leadIDs` or `all`.
   */
  'selection.report': engineCommand(
    { ...question, leadIDs: z.array(r.leadID).max(maxSelected).optional(), all: allOf.optional() },
    { leads: z.int(), gone: z.array(r.leadID), facts: facts.nullable() },
  ),
  /**
   * Marks a part of a selection: the listed leads, or the next ones of the view after `after`. All parts of one
   * action share the `batchID`, and a part may be repeated. `next` is null after the last part. Errors:
   * `invalid_input` for a cursor of another view, or unless the input has either `leadIDs` or `all`.
   */
  'selection.mark': engineCommand(
    {
      ...z.strictObject(marks).partial().shape,
      batchID,
      ...question,
      leadIDs: z.array(r.leadID).min(1).max(maxMarked).optional(),
      all: allOf.optional(),
      after: cursor.optional(),
    },
    {
      /** Counts of this part: changed leads, and unchanged ones by reason. */
      marked: z.int(),
      same: z.int(),
      notWaiting: z.int(),
      full: z.int(),
      next: cursor.nullable(),
    },
  ),
  /** Undoes a part of a batch; later changes stay. Call it again until `isWhole`. */
  'selection.unmark': engineCommand(
    { batchID },
    { restored: z.int(), changed: z.int(), isWhole: z.boolean() },
  ),
} as const;
