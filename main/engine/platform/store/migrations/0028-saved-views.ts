/** Views that the professional has saved. They belong to no account. */
import type { Database } from 'better-sqlite3';

export const name = 'saved-views';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE saved_views (
  saved_view_id TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  view          TEXT NOT NULL,              -- its name in the contract
  business      TEXT,                       -- the key of a business; NULL for every one
  query         TEXT NOT NULL,              -- as it was typed
  is_everywhere INTEGER NOT NULL CHECK (is_everywhere IN (0, 1)),
  position      INTEGER NOT NULL            -- in the professional's order, from 0
) STRICT, WITHOUT ROWID;
`);
};
