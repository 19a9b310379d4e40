/** The professional's own notes on a lead: nobody else ever sees them. They are read with the lead (`leads.get`). */
import { z } from 'zod';
import { longestNote } from '../limits.ts';
import * as r from '../records.ts';
import { command, done } from './command.ts';

export const noteCommands = {
  /**
   * Keeps a note under the id that it was given where it was written. Saved again under that id it is
   * the same note with the words it has now. A new call ends that its lead waits for a reply, until the
   * customer writes. `conflict` when the lead has as many notes as it can have.
   */
  'notes.save': command(
    'engine',
    z.strictObject({
      leadID: r.leadID,
      noteID: r.noteID,
      kind: r.noteKind,
      /** May be empty for a call: that it was made is what it says. */
      text: z.string().trim().max(longestNote),
      /** Of a note that was removed and is put back where it stood. */
      was: r.note.unwrap().pick({ at: true, editedAt: true }).strict().optional(),
    }),
    z.strictObject({
      note: r.note,
      /** Whether this ended that the lead waited. */
      dealtWith: z.boolean(),
    }),
  ),
  /** Removes a note, once or again. */
  'notes.remove': command('engine', z.strictObject({ leadID: r.leadID, noteID: r.noteID }), done),
} as const;
