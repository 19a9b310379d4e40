/**
 * What the professional notes on a lead for nobody else, and the calls that were made: rows of a table
 * of their own beside the messages, which no resync touches. A note's id is made where it is written,
 * so that saving it twice is saving it once.
 */
import { noteKind, type Note, type NoteID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

type Row = Omit<Note, 'kind'> & { readonly kind: string };

const select = 'SELECT note AS noteID, kind, text, at, edited_at AS editedAt FROM notes';

/** A kind that a newer version of the app has made is shown as a note. */
const noteOf = ({ kind, ...row }: Row): Note => ({
  ...row,
  kind: noteKind.catch('note').parse(kind),
});

/** The notes of a lead, oldest first. */
export const notesOf = (store: Store, lead: number): readonly Note[] =>
  store
    .prepare<[number], Row>('notes.of', `${select} WHERE lead = ? ORDER BY at, note`)
    .all(lead)
    .map(noteOf);

/** The note of that id with the lead that it is of, or null. */
export const noteByID = (
  store: Store,
  noteID: NoteID,
): { readonly lead: number; readonly note: Note } | null => {
  const row = store
    .prepare<[string], Row & { lead: number }>(
      'notes.get',
      'SELECT note AS noteID, kind, text, at, edited_at AS editedAt, lead FROM notes WHERE note = ?',
    )
    .get(noteID);
  if (row === undefined) return null;
  const { lead, ...rest } = row;
  return { lead, note: noteOf(rest) };
};

/**
 * Adds a note: behind everything that stands in its conversation, as a reply would, also when this
 * computer's clock is behind the service's.
 */
export const addNote = (
  store: Store,
  note: Pick<Note, 'noteID' | 'kind' | 'text'> & { readonly lead: number; readonly now: number },
): void => {
  store
    .prepare<[typeof note]>(
      'notes.add',
      `INSERT INTO notes (note, lead, kind, text, at)
       VALUES (@noteID, @lead, @kind, @text,
         max(@now, ifnull((SELECT max(sent_at) FROM messages WHERE lead = @lead), 0)))`,
    )
    .run(note);
};

/** Puts a note back where it stood before it was removed. */
export const restoreNote = (store: Store, lead: number, note: Note): void => {
  store
    .prepare<[Note & { readonly lead: number }]>(
      'notes.restore',
      `INSERT INTO notes (note, lead, kind, text, at, edited_at)
       VALUES (@noteID, @lead, @kind, @text, @at, @editedAt)`,
    )
    .run({ ...note, lead });
};

/** Gives a note other words; the first words of a call are no change. */
export const rewordNote = (store: Store, noteID: NoteID, text: string, now: number): void => {
  store
    .prepare<[string, number, string]>(
      'notes.reword',
      `UPDATE notes SET text = ?,
         edited_at = CASE text WHEN '' THEN edited_at ELSE ? END WHERE note = ?`,
    )
    .run(text, now, noteID);
};

/** Removes a note of a lead; false when the lead has none of that id. */
export const removeNote = (store: Store, lead: number, noteID: NoteID): boolean =>
  store
    .prepare<[number, string]>('notes.remove', 'DELETE FROM notes WHERE lead = ? AND note = ?')
    .run(lead, noteID).changes > 0;

/** Gives all notes of a lead to the lead that it is merged into. */
export const takeNotes = (store: Store, from: number, to: number): void => {
  store
    .prepare<[number, number]>('notes.take', 'UPDATE notes SET lead = ? WHERE lead = ?')
    .run(to, from);
};
