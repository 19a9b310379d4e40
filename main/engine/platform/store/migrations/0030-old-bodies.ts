/** Finds the bodies that are old enough to go: those of deliveries that are applied, by when they came. */
import type { Database } from 'better-sqlite3';

export const name = 'old-bodies';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE INDEX deliveries_with_body ON deliveries (received_at, event_type)
  WHERE state = 'applied' AND body <> '';
`);
};
