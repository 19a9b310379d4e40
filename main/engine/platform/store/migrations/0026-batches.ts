/** What an action on many leads changed, so that it can be taken back as a whole (leads/batches.ts). */
import type { Database } from 'better-sqlite3';

export const name = 'batches';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE batches (
  batch    INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL UNIQUE           -- made in the window
) STRICT;
-- One row of marks that is otherwise since then; NULL stands for no row.
CREATE TABLE batch_marks (
  batch  INTEGER NOT NULL REFERENCES batches ON DELETE CASCADE,
  lead   INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark   TEXT NOT NULL,
  item   TEXT NOT NULL,
  before ANY,
  after  ANY,
  news   INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)), -- the customer has written since
  PRIMARY KEY (batch, lead, mark, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_marks_of_lead ON batch_marks (lead, mark);
`);
};
