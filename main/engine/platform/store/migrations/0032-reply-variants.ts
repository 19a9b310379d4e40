/** A saved reply can have a text for each language of a customer. */
import type { Database } from 'better-sqlite3';

export const name = 'reply-variants';

export const migrate = (db: Database): void => {
  db.exec(`
ALTER TABLE saved_replies ADD COLUMN text_en TEXT;  -- for customers who write English; NULL for none
ALTER TABLE saved_replies ADD COLUMN text_es TEXT;  -- the same for Spanish
`);
};
