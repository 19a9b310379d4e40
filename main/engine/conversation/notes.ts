/** Private notes and logged calls, which the service never sees. */
import { noteKind, type Note, type NoteID } from '../../../contract/records.ts';
import type { Store } from '../platform/store/store.ts';

type Row = Omit<Note, 'kind'> & { readonly kind: string; readonly lead: number };

const select = 'SELECT note AS noteID, kind, text, at, edited_at AS editedAt, lead FROM notes';

/** An unknown kind, of a newer version, becomes a note. */
const toNote = ({ noteID, kind, text, at, editedAt }: Row): Note => ({
  noteID,
  kind: noteKind.catch('note').parse(kind),
  text,
  at,
  editedAt,
});

/** True if another member of this desktop's team wrote a note, so that it cannot be changed here. */
export const isByColleague = (store: Store, noteID: NoteID): boolean =>
  store
    .prepare<[string]>(
      'SELECT 1 FROM notes n JOIN team_cursor t ON n.person <> t.person WHERE n.note = ?',
    )
    .get(noteID) !== undefined;

/** Notes of a lead, oldest first. */
export const listNotes = (store: Store, lead: number): readonly Note[] => {
  const sql = `${select} WHERE lead = ? ORDER BY at, note`;
  return store.prepare<[number], Row>(sql).all(lead).map(toNote);
};

/** The members who wrote a lead's notes, by note. */
export const readNoteAuthors = (store: Store, lead: number): Readonly<Record<NoteID, string>> =>
  Object.fromEntries(
    store
      .prepare<[number], { note: NoteID; person: string }>(
        'SELECT note, person FROM notes WHERE lead = ? AND person IS NOT NULL',
      )
      .all(lead)
      .map(({ note, person }) => [note, person]),
  );

export const findNote = (
  store: Store,
  noteID: NoteID,
): { readonly lead: number; readonly note: Note } | null => {
  const row = store.prepare<[string], Row>(`${select} WHERE note = ?`).get(noteID);
  return row === undefined ? null : { lead: row.lead, note: toNote(row) };
};

/** Adds a note at the end of its conversation, even when this computer's clock is behind. */
export const addNote = (
  store: Store,
  note: Pick<Note, 'noteID' | 'kind' | 'text'> & { readonly lead: number; readonly now: number },
): void => {
  const sql = `INSERT INTO notes (note, lead, kind, text, at)
    VALUES (@noteID, @lead, @kind, @text,
      max(@now, ifnull((SELECT max(sent_at) FROM messages WHERE lead = @lead), 0)))`;
  store.prepare<[typeof note]>(sql).run(note);
};

/** Restores a deleted note at its former time. */
export const restoreNote = (store: Store, lead: number, note: Note): void => {
  const sql = `INSERT INTO notes (note, lead, kind, text, at, edited_at)
    VALUES (@noteID, @lead, @kind, @text, @at, @editedAt)`;
  store.prepare<[Note & { readonly lead: number }]>(sql).run({ ...note, lead });
};

/** Changes the text of a note; the first text of a call does not count as an edit. */
export const rewordNote = (store: Store, noteID: NoteID, text: string, now: number): void => {
  const sql = `UPDATE notes SET text = ?,
      edited_at = CASE text WHEN '' THEN edited_at ELSE ? END WHERE note = ?`;
  store.prepare<[string, number, string]>(sql).run(text, now, noteID);
};

/** Inserts or replaces a colleague's note. */
export const putNote = (store: Store, lead: number, note: Note, person: string): void => {
  const sql = `INSERT INTO notes (note, lead, kind, text, at, edited_at, person)
    VALUES (@noteID, @lead, @kind, @text, @at, @editedAt, @person)
    ON CONFLICT DO UPDATE SET lead = excluded.lead, kind = excluded.kind, text = excluded.text,
      at = excluded.at, edited_at = excluded.edited_at, person = excluded.person`;
  store
    .prepare<[Note & { readonly lead: number; readonly person: string }]>(sql)
    .run({ ...note, lead, person });
};

/** Deletes a note; false when the lead has none with that id. */
export const removeNote = (store: Store, lead: number, noteID: string): boolean =>
  store.prepare<[number, string]>('DELETE FROM notes WHERE lead = ? AND note = ?').run(lead, noteID)
    .changes > 0;

export const moveNotes = (store: Store, from: number, to: number): void => {
  const sql = 'UPDATE notes SET lead = ? WHERE lead = ?';
  store.prepare<[number, number]>(sql).run(to, from);
};
