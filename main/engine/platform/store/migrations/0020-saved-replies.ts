/** Replies that the professional has saved. They belong to no account. */
import type { Database } from 'better-sqlite3';

export const name = 'saved-replies';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE saved_replies (
  saved_reply_id TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  text           TEXT NOT NULL,              -- a template (contract/template.ts)
  category       TEXT,                       -- for leads of this category only
  business_id    TEXT,                       -- for leads of this business only, by the service's id
  business_name  TEXT NOT NULL,              -- what it was called, for when it is gone
  is_pinned      INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
  position       INTEGER NOT NULL            -- in the professional's order, from 0
) STRICT, WITHOUT ROWID;
`);
};
