/** When a reply was queued by the computer's clock was written down and read by nobody. */
import type { Database } from 'better-sqlite3';
import { rebuildTable } from '../rebuild-table.ts';

export const name = 'outbox-times';

export const migrate = (db: Database): void => {
  rebuildTable(
    db,
    'outbox',
    `(
  message      INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  lead         INTEGER NOT NULL,
  account_id   TEXT NOT NULL,
  state        TEXT NOT NULL,               -- queued, sending, checking, failed
  undo_ms      INTEGER NOT NULL,            -- how long it could be called back; this and next_at by the clock that does not jump
  next_at      INTEGER NOT NULL,            -- when to try next: after undo_ms at first, later after a back-off
  attempts     INTEGER NOT NULL DEFAULT 0,
  waits_for    TEXT NOT NULL DEFAULT 'undo',  -- undo, network, reconnect
  reason       TEXT                         -- JSON of a Failure, when failed
) STRICT`,
  );
};
