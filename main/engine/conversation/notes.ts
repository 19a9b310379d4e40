/**
 * Private notes and logged calls of a lead, in a table that no sync changes. The id is made in
 * the window, so that a repeated save changes nothing.
 */
import { noteKind, type Note, type NoteID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

type Row = Omit<Note, 'kind'> & { readonly kind: string };

const select = 'SELECT note AS noteID, kind, text, at, edited_at AS editedAt FROM notes';

/** An unknown kind (of a newer version) is shown as a note. */
const noteOf = ({ kind, ...row }: Row): Note => ({
  ...row,
  kind: noteKind.catch('note').parse(kind),
});

/** Returns the notes of a lead, oldest first. */
export const notesOf = (store: Store, lead: number): readonly Note[] =>
  store
    .prepare<[number], Row>('notes.of', `${select} WHERE lead = ? ORDER BY at, note`)
    .all(lead)
    .map(noteOf);

/** Returns a note with its lead, or null. */
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

/** Adds a note at the end of its conversation, even when this computer's clock is behind. */
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

/** Restores a deleted note at its former time. */
export const restoreNote = (store: Store, lead: number, note: Note): void => {
  store
    .prepare<[Note & { readonly lead: number }]>(
      'notes.restore',
      `INSERT INTO notes (note, lead, kind, text, at, edited_at)
       VALUES (@noteID, @lead, @kind, @text, @at, @editedAt)`,
    )
    .run({ ...note, lead });
};

/** Changes the text of a note; the first text of a call does not count as an edit. */
export const rewordNote = (store: Store, noteID: NoteID, text: string, now: number): void => {
  store
    .prepare<[string, number, string]>(
      'notes.reword',
      `UPDATE notes SET text = ?,
         edited_at = CASE text WHEN '' THEN edited_at ELSE ? END WHERE note = ?`,
    )
    .run(text, now, noteID);
};

/** Deletes a note of a lead; false when it has none with that id. */
export const removeNote = (store: Store, lead: number, noteID: NoteID): boolean =>
  store
    .prepare<[number, string]>('notes.remove', 'DELETE FROM notes WHERE lead = ? AND note = ?')
    .run(lead, noteID).changes > 0;

/** Moves all notes of a merged lead to the remaining one. */
export const takeNotes = (store: Store, from: number, to: number): void => {
  store
    .prepare<[number, number]>('notes.take', 'UPDATE notes SET lead = ? WHERE lead = ?')
    .run(to, from);
};
