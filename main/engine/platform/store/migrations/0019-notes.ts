/**
 * Notes and calls of the professional's, which a search finds as it finds messages: by triggers of the
 * same kind (0011-words.ts).
 */
import type { Database } from 'better-sqlite3';

export const name = 'notes';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE notes (
  note       TEXT PRIMARY KEY,             -- a UUID, made where it was written
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  kind       TEXT NOT NULL,                -- note, call
  text       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  edited_at  INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of_lead ON notes (lead, at, note);

CREATE TRIGGER words_noted AFTER INSERT ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = new.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER words_unnoted AFTER DELETE ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = old.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
END;
CREATE TRIGGER words_renoted AFTER UPDATE OF lead, text ON notes
WHEN (old.lead, old.text) <> (new.lead, new.text) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
`);
};
