/**
 * Arabic vowel marks and Hebrew points are no part of a word any more (contract/words.ts): where anything is
 * written in these scripts, full text begins anew, for it can only take out of an entry what it put there.
 */
import type { Database } from 'better-sqlite3';

export const name = 'words-without-points';

const arabicOrHebrew = "GLOB '*[\u0590-\u06ff\ufb1d-\ufb4f]*'";

export const migrate = (db: Database): void => {
  const isThere = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM search_entries WHERE own ${arabicOrHebrew})
         OR EXISTS (SELECT 1 FROM messages WHERE text ${arabicOrHebrew})
         OR EXISTS (SELECT 1 FROM notes WHERE text ${arabicOrHebrew})`,
    )
    .pluck()
    .get();
  if (isThere !== 1) return;
  db.exec(`
INSERT INTO lead_words (lead_words) VALUES ('delete-all');
DELETE FROM search_notes;
DELETE FROM search_entries WHERE lead NOT IN (SELECT lead FROM leads);
UPDATE search_entries SET entry = NULL;
INSERT INTO search_notes (lead, activity_at) SELECT lead, activity_at FROM inbox ORDER BY lead;`);
};
