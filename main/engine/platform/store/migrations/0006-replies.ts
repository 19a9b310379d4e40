/**
 * What makes a reply one reply: the id that its composition was given, kept for good once it was taken,
 * and numbers of messages and leads that are never given again, whatever was taken back or merged.
 */
import type { Database } from 'better-sqlite3';

export const name = 'replies';

export const migrate = (db: Database): void => {
  db.exec(`
ALTER TABLE messages RENAME TO messages_before;
ALTER TABLE outbox RENAME TO outbox_before;

CREATE TABLE messages (
  message      INTEGER PRIMARY KEY AUTOINCREMENT,   -- a number of the past means nobody else
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  message_id   TEXT,                        -- the service's; NULL until the service has given one
  side         TEXT NOT NULL CHECK (side IN ('customer', 'business', 'unknown')),
  author       TEXT NOT NULL DEFAULT '',
  text         TEXT NOT NULL,
  attachments  TEXT,                        -- JSON; NULL for none
  sent_at      INTEGER NOT NULL,
  written_here INTEGER NOT NULL DEFAULT 0 CHECK (written_here IN (0, 1)),  -- 1: typed in this app
  UNIQUE (account_id, message_id)
) STRICT;
INSERT INTO messages (message, lead, account_id, message_id, side, author, text, attachments, sent_at, written_here)
SELECT message, lead, account_id, message_id, side, author, text, attachments, sent_at, written_here
FROM messages_before ORDER BY message;

-- undo_ms and next_at are measured by the clock that does not jump, queued_at by the computer's.
CREATE TABLE outbox (
  message      INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  lead         INTEGER NOT NULL,
  account_id   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'checking', 'failed')),
  queued_at    INTEGER NOT NULL,
  undo_ms      INTEGER NOT NULL,            -- how long it could be called back
  next_at      INTEGER NOT NULL,            -- when to try next: after undo_ms at first, later after a back-off
  attempts     INTEGER NOT NULL DEFAULT 0,
  waits_for    TEXT NOT NULL DEFAULT 'undo' CHECK (waits_for IN ('undo', 'network', 'reconnect')),
  reason       TEXT                         -- JSON of a Failure, when failed
) STRICT;
INSERT INTO outbox (message, lead, account_id, state, queued_at, undo_ms, next_at, attempts, waits_for, reason)
SELECT message, lead, account_id, state, queued_at, max(undo_until - queued_at, 0), next_at, attempts, waits_for, reason
FROM outbox_before;

DROP TABLE outbox_before;
DROP TABLE messages_before;
CREATE INDEX messages_in_order ON messages (lead, sent_at, message);
CREATE INDEX outbox_due ON outbox (account_id, state, next_at);
CREATE INDEX outbox_of_lead ON outbox (lead);

-- One row for each id that was taken, also after the reply has left or was taken back.
CREATE TABLE replies (
  reply_id     TEXT PRIMARY KEY,
  message      INTEGER NOT NULL UNIQUE,
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  given_back   TEXT                         -- its text, once it was taken back or discarded
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_of_lead ON replies (lead);

ALTER TABLE drafts ADD COLUMN reply_id TEXT;  -- the composition's; NULL for one of an older version

CREATE TABLE numbers_given (lead INTEGER NOT NULL) STRICT;
INSERT INTO numbers_given SELECT ifnull(max(was), 0) FROM moved_leads;
CREATE TRIGGER lead_number_kept AFTER DELETE ON leads BEGIN
  UPDATE numbers_given SET lead = max(lead, old.lead);
END;
`);
};
