/**
 * What SQLite keeps for the views (indexes, counts and their triggers) follows from the views
 * themselves, which are no migration's business (leads/view-schema.ts): what earlier ones made goes.
 */
import type { Database } from 'better-sqlite3';

export const name = 'views';

export const migrate = (db: Database): void => {
  db.exec(`
DROP TRIGGER inbox_counted;
DROP TRIGGER inbox_uncounted;
DROP TRIGGER inbox_recounted;
DROP TABLE counts;
DROP INDEX inbox_all;
DROP INDEX inbox_needs_reply;
DROP INDEX inbox_unread;
DROP INDEX inbox_starred;
DROP INDEX inbox_archived;
DROP INDEX inbox_failed;
`);
};
