/** Who enters a team brings what was there, without overwriting what the team has. */
import type { Database } from 'better-sqlite3';

export const name = 'team existing';

export const migrate = (db: Database): void =>
  void db.exec(`
-- 1: it was here before the team, and is published only where the team has nothing.
ALTER TABLE team_outbox ADD COLUMN existing INTEGER NOT NULL DEFAULT 0;
-- Replies go first, and what was there last.
CREATE INDEX team_outbox_order ON team_outbox (existing, kind <> 'reply', place);`);
