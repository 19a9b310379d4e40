/** Moves from the legacy interface to v4: what was chosen, how far the leads are, and what v4 does not say of them. */
import type { Database } from 'better-sqlite3';

export const name = 'move';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE moves (
  from_account     TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  profile_id       TEXT,
  to_account       TEXT REFERENCES accounts,
  without_webhooks INTEGER NOT NULL DEFAULT 0 CHECK (without_webhooks IN (0, 1)),
  before_lead      INTEGER,                 -- leads below this one are still to be looked at; NULL: all
  matched          INTEGER NOT NULL DEFAULT 0,
  kept             INTEGER NOT NULL DEFAULT 0,
  reason           TEXT,                    -- JSON of a Failure
  started_at       INTEGER NOT NULL,
  finished_at      INTEGER
) STRICT, WITHOUT ROWID;

-- Legacy leads that stand with their v4 lead now: the number that they had, which is never given
-- again and still means them, and their record, which says things that v4 does not.
CREATE TABLE moved_leads (
  was            INTEGER PRIMARY KEY,
  lead           INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  from_account   TEXT NOT NULL,
  negotiation_id TEXT NOT NULL,
  record         TEXT,
  moved_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX moved_leads_of_lead ON moved_leads (lead);
`);
};
