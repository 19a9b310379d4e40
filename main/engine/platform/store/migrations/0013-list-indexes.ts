/** A business has an index of its own for each view (leads/view-schema.ts); the one for all of them goes. */
import type { Database } from 'better-sqlite3';

export const name = 'list-indexes';

export const migrate = (db: Database): void => {
  db.exec('DROP INDEX inbox_business');
};
