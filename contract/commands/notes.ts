/** The professional's private notes on a lead. They are read with the lead (`leads.get`). */
import { z } from 'zod';
import { maxNoteLength } from '../limits.ts';
import * as r from '../records.ts';
import { done, engineCommand } from '../schema.ts';

export const noteCommands = {
  /**
   * Creates the note or replaces its text. A new phone call marks the lead as needing no reply until the customer
   * writes. Errors: `not_found`; `conflict` for a colleague's note, a note of another lead, or one beyond `maxNotes`.
   */
  'notes.save': engineCommand(
    {
      leadID: r.leadID,
      noteID: r.noteID,
      kind: r.noteKind,
      /** May be empty for a call. */
      text: z.string().trim().max(maxNoteLength),
      /** The original times of a removed note, which is restored. */
      was: r.note.unwrap().pick({ at: true, editedAt: true }).strict().optional(),
    },
    {
      note: r.note,
      /** The call marked the lead as needing no reply. */
      clearsNeedsReply: z.boolean(),
    },
  ),
  /** Removing a removed note succeeds. Errors: `not_found` for the lead, `conflict` for a colleague's note. */
  'notes.remove': engineCommand({ leadID: r.leadID, noteID: r.noteID }, done),
} as const;
