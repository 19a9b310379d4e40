/** Replies that a colleague's computer is to send. */
import type { Database } from 'better-sqlite3';

export const name = 'replies handed to colleagues';

export const migrate = (db: Database): void =>
  void db.exec(`
-- JSON of a reply that was handed to a colleague and has not come back (replies.ts).
ALTER TABLE replies ADD COLUMN handed TEXT;`);
