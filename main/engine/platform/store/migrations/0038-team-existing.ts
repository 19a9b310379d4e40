/** A computer that joins a team publishes the data it already has, without overwriting the team's. */
import type { Database } from 'better-sqlite3';

export const name = 'team existing';

export const migrate = (db: Database): void =>
  void db.exec(`
-- 1: it is older than the membership, and is published only where the team has nothing.
ALTER TABLE team_outbox ADD COLUMN existing INTEGER NOT NULL DEFAULT 0;
-- Replies first, existing data last.
CREATE INDEX team_outbox_order ON team_outbox (existing, kind <> 'reply', place);`);
