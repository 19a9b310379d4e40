/**
 * Notes of what the index of words does not have yet can wait, and are taken over lead by lead. Full text
 * merges many parts of its index at once later than by itself: by then it has merged most of them a few
 * pages at a time.
 */
import type { Database } from 'better-sqlite3';

export const name = 'words-left';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE INDEX search_notes_of_lead ON search_notes (lead);
INSERT INTO lead_words (lead_words, rank) VALUES ('crisismerge', 64);`);
};
