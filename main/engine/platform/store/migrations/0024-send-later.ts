/** Replies with a time of their own, which may stay here when the customer writes before. */
import type { Database } from 'better-sqlite3';

export const name = 'send-later';

export const migrate = (db: Database): void => {
  db.exec(`
-- By the computer's clock; NULL for one that leaves as soon as it can, or whose time has come.
ALTER TABLE outbox ADD COLUMN send_at INTEGER;
ALTER TABLE outbox ADD COLUMN unless_answered INTEGER NOT NULL DEFAULT 0;
-- The last message that was known when it could first leave; NULL: the one before it.
ALTER TABLE outbox ADD COLUMN known_to INTEGER;
`);
};
