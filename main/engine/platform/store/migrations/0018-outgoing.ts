/**
 * Since when each reply of the outbox should be with its customer; and a lead stands among those with
 * outgoing replies as long as one is in the outbox: how it fares is read from there.
 */
import type { Database } from 'better-sqlite3';

export const name = 'outgoing';

export const migrate = (db: Database): void => {
  db.exec(`
-- By the clock that does not jump, as next_at.
ALTER TABLE outbox ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;

-- Made from the views when the file is opened, and of a column that goes.
DROP INDEX IF EXISTS view_failed;
DROP INDEX IF EXISTS view_failed_of_business;
DROP TRIGGER IF EXISTS count_added;
DROP TRIGGER IF EXISTS count_removed;
DROP TRIGGER IF EXISTS count_changed;
DROP TRIGGER IF EXISTS count_moved;
ALTER TABLE inbox DROP COLUMN failed;
ALTER TABLE inbox ADD COLUMN outgoing INTEGER NOT NULL DEFAULT 0;  -- 1: a reply is in the outbox
UPDATE inbox SET outgoing = 1 WHERE lead IN (SELECT lead FROM outbox);
`);
};
