/** The professional's private notes on a lead. They are read with the lead (`leads.get`). */
import { z } from 'zod';
import { longestNote } from '../limits.ts';
import * as r from '../records.ts';
import { command, done } from '../schema.ts';

export const noteCommands = {
  /**
   * Creates the note or replaces its text. After a new call the lead needs no reply until the customer writes.
   * Errors: `conflict` if the lead has the maximum number of notes.
   */
  'notes.save': command(
    'engine',
    {
      leadID: r.leadID,
      noteID: r.noteID,
      kind: r.noteKind,
      /** May be empty for a call. */
      text: z.string().trim().max(longestNote),
      /** Restores a removed note with its times. */
      was: r.note.unwrap().pick({ at: true, editedAt: true }).strict().optional(),
    },
    {
      note: r.note,
      /** The lead needs no reply any more because of this call. */
      dealtWith: z.boolean(),
    },
  ),
  /** Removing a removed note succeeds. */
  'notes.remove': command('engine', { leadID: r.leadID, noteID: r.noteID }, done),
} as const;
