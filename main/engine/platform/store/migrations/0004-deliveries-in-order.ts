/** An account's deliveries are listed newest first: without this its first page could read them all. */
import type { Database } from 'better-sqlite3';

export const name = 'deliveries-in-order';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE INDEX deliveries_in_order ON deliveries (account_id, delivery);
`);
};
