/**
 * A lead is missing only after several refusals, so they are counted; how far a conversation has been
 * read is told by the service's own times; and what the connection page asks costs the same at any size.
 */
import type { Database } from 'better-sqlite3';

export const name = 'misses';

export const migrate = (db: Database): void => {
  db.exec(`
-- The newest message when the conversation was last read to its end, by the service's time; 0 when there
-- was none, NULL while its history has not been read.
ALTER TABLE polls RENAME COLUMN polled_at TO read_to;
ALTER TABLE polls ADD COLUMN misses INTEGER NOT NULL DEFAULT 0;  -- in a row, minutes apart
ALTER TABLE polls ADD COLUMN missed_at INTEGER;

CREATE INDEX polls_unread ON polls (account_id) WHERE read_to IS NULL AND failures = 0 AND misses = 0;
CREATE INDEX leads_missing ON leads (account_id) WHERE availability <> 'here';

-- How many leads of an account have been read with their history.
CREATE TABLE read_counts (
  account_id   TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  leads        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO read_counts SELECT account_id, count(read_to) FROM polls GROUP BY account_id;

CREATE TRIGGER polls_read AFTER UPDATE OF read_to ON polls
WHEN old.read_to IS NULL AND new.read_to IS NOT NULL BEGIN
  INSERT INTO read_counts (account_id, leads) VALUES (new.account_id, 1)
  ON CONFLICT DO UPDATE SET leads = leads + 1;
END;
CREATE TRIGGER polls_handed_over AFTER UPDATE OF account_id ON polls
WHEN old.read_to IS NOT NULL AND new.account_id <> old.account_id BEGIN
  UPDATE read_counts SET leads = leads - 1 WHERE account_id = old.account_id;
  INSERT INTO read_counts (account_id, leads) VALUES (new.account_id, 1)
  ON CONFLICT DO UPDATE SET leads = leads + 1;
END;
CREATE TRIGGER polls_removed AFTER DELETE ON polls WHEN old.read_to IS NOT NULL BEGIN
  UPDATE read_counts SET leads = leads - 1 WHERE account_id = old.account_id;
END;
`);
};
