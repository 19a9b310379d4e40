/** Moves from the legacy interface to v4: what was chosen, how far the leads are, and what v4 does not say of them. */
export const name = 'move';

export const sql = `
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

-- The legacy record of a lead that stands with its v4 lead now: it says things that v4 does not.
CREATE TABLE moved_leads (
  lead           INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  from_account   TEXT NOT NULL,
  negotiation_id TEXT NOT NULL,
  record         TEXT,
  moved_at       INTEGER NOT NULL
) STRICT;
`;
