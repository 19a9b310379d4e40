/**
 * The first schema. Three kinds of tables, kept apart: what came from the service (leads, messages,
 * …), what the professional made here (marks, drafts, outbox, settings), which no resync touches,
 * and what can be worked out again from both (inbox, counts, search).
 * Times are UTC milliseconds. `lead` is the local number of a lead; the service's own id is
 * `negotiation_id` and is unique only within an account.
 */
import type { Database } from 'better-sqlite3';

export const name = 'first';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE accounts (
  account_id   TEXT PRIMARY KEY,
  profile      TEXT NOT NULL,               -- JSON of the profile's public part
  user_id      TEXT NOT NULL,
  user_name    TEXT NOT NULL,
  connected    INTEGER NOT NULL CHECK (connected IN (0, 1)),
  lists_leads  INTEGER CHECK (lists_leads IN (0, 1)),   -- NULL until the service was asked once
  backfill     TEXT NOT NULL DEFAULT 'waiting' CHECK (backfill IN ('waiting', 'running', 'done', 'impossible')),
  backfill_at  TEXT,                        -- where to resume: JSON of business and offset
  connected_at INTEGER NOT NULL,
  last_contact_at INTEGER,
  last_failure TEXT                         -- JSON of a Failure
) STRICT;

CREATE TABLE businesses (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  image_url    TEXT,
  covered      INTEGER NOT NULL DEFAULT 1 CHECK (covered IN (0, 1)),  -- listed by the service for this grant
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE customers (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  customer_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  PRIMARY KEY (account_id, customer_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE leads (
  lead           INTEGER PRIMARY KEY,
  account_id     TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  negotiation_id TEXT NOT NULL,
  business_id    TEXT NOT NULL DEFAULT '',
  customer_id    TEXT NOT NULL DEFAULT '',
  customer_name  TEXT NOT NULL DEFAULT '',
  category       TEXT NOT NULL DEFAULT '',
  city           TEXT NOT NULL DEFAULT '',
  status         TEXT NOT NULL DEFAULT '',
  price_text     TEXT,
  price_cents    INTEGER,
  charge_state   TEXT,
  created_at     INTEGER NOT NULL,
  complete       INTEGER NOT NULL CHECK (complete IN (0, 1)),  -- 0: only a message of it is known yet
  availability   TEXT NOT NULL DEFAULT 'here' CHECK (availability IN ('here', 'gone', 'forbidden')),
  record         TEXT,                      -- the service's record as it came, unknown fields and all
  changed_at     INTEGER NOT NULL,
  UNIQUE (account_id, negotiation_id)
) STRICT;

CREATE TABLE messages (
  message      INTEGER PRIMARY KEY,
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
CREATE INDEX messages_in_order ON messages (lead, sent_at, message);

CREATE TABLE deliveries (
  delivery       INTEGER PRIMARY KEY,
  account_id     TEXT NOT NULL,
  unique_key     TEXT NOT NULL,             -- kind, the record's id and a digest of its body
  event_type     TEXT NOT NULL,
  webhook_id     TEXT,
  body           TEXT NOT NULL,
  received_at    INTEGER NOT NULL,
  times          INTEGER NOT NULL DEFAULT 1,
  state          TEXT NOT NULL CHECK (state IN ('recorded', 'applied', 'not_understood')),
  reason         TEXT,
  UNIQUE (account_id, unique_key)
) STRICT;
CREATE INDEX deliveries_to_apply ON deliveries (delivery) WHERE state = 'recorded';
CREATE INDEX deliveries_not_understood ON deliveries (account_id) WHERE state = 'not_understood';

CREATE TABLE webhooks (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  webhook_id      TEXT,
  url             TEXT,                     -- what the service was told
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex: the password itself is not kept
  state           TEXT NOT NULL CHECK (state IN ('active', 'missing', 'disabled', 'failed', 'not_possible')),
  reason          TEXT,                     -- JSON of a Failure
  checked_at      INTEGER,
  last_delivery_at INTEGER,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE polls (
  lead         INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  next_at      INTEGER NOT NULL,
  polled_at    INTEGER,
  failures     INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX polls_due ON polls (account_id, next_at);

-- What the professional made here.

CREATE TABLE marks (
  lead         INTEGER PRIMARY KEY REFERENCES leads,
  read_at      INTEGER NOT NULL DEFAULT 0,  -- customer activity up to here has been read
  notified_at  INTEGER NOT NULL DEFAULT 0,  -- customer activity up to here has been told on the desktop
  starred      INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
  archived     INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1))
) STRICT;

CREATE TABLE drafts (
  lead         INTEGER PRIMARY KEY REFERENCES leads,
  text         TEXT NOT NULL,
  saved_at     INTEGER NOT NULL
) STRICT;

-- One row for each own message on its way out. The row goes when the service has the message.
CREATE TABLE outbox (
  message      INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  lead         INTEGER NOT NULL,
  account_id   TEXT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'checking', 'failed')),
  queued_at    INTEGER NOT NULL,
  undo_until   INTEGER NOT NULL,            -- not before this moment
  next_at      INTEGER NOT NULL,            -- when to try next: undo_until at first, later after a back-off
  attempts     INTEGER NOT NULL DEFAULT 0,
  waits_for    TEXT NOT NULL DEFAULT 'undo' CHECK (waits_for IN ('undo', 'network', 'reconnect')),
  reason       TEXT                         -- JSON of a Failure, when failed
) STRICT;
CREATE INDEX outbox_due ON outbox (account_id, state, next_at);
CREATE INDEX outbox_of_lead ON outbox (lead);

CREATE TABLE settings (
  name         TEXT PRIMARY KEY,
  value        TEXT NOT NULL                -- JSON
) STRICT, WITHOUT ROWID;

-- What can be worked out again.

CREATE TABLE inbox (
  lead         INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  business_id  TEXT NOT NULL,
  activity_at  INTEGER NOT NULL,
  last_side    TEXT,
  last_text    TEXT,
  waiting_since INTEGER,
  needs_reply  INTEGER NOT NULL,
  unread       INTEGER NOT NULL,
  starred      INTEGER NOT NULL,
  archived     INTEGER NOT NULL,
  failed       INTEGER NOT NULL
) STRICT;
CREATE INDEX inbox_all         ON inbox (activity_at DESC, lead DESC) WHERE archived = 0;
CREATE INDEX inbox_needs_reply ON inbox (activity_at DESC, lead DESC) WHERE needs_reply = 1;
CREATE INDEX inbox_unread      ON inbox (activity_at DESC, lead DESC) WHERE unread = 1;
CREATE INDEX inbox_starred     ON inbox (activity_at DESC, lead DESC) WHERE starred = 1;
CREATE INDEX inbox_archived    ON inbox (activity_at DESC, lead DESC) WHERE archived = 1;
CREATE INDEX inbox_failed      ON inbox (activity_at DESC, lead DESC) WHERE failed = 1;
CREATE INDEX inbox_business    ON inbox (business_id, activity_at DESC, lead DESC);

CREATE TABLE counts (
  account_id   TEXT NOT NULL,
  business_id  TEXT NOT NULL,
  all_leads    INTEGER NOT NULL DEFAULT 0,
  needs_reply  INTEGER NOT NULL DEFAULT 0,
  unread       INTEGER NOT NULL DEFAULT 0,
  starred      INTEGER NOT NULL DEFAULT 0,
  archived     INTEGER NOT NULL DEFAULT 0,
  failed       INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER inbox_counted AFTER INSERT ON inbox BEGIN
  INSERT INTO counts (account_id, business_id, all_leads, needs_reply, unread, starred, archived, failed)
  VALUES (new.account_id, new.business_id, 1 - new.archived, new.needs_reply, new.unread, new.starred, new.archived, new.failed)
  ON CONFLICT DO UPDATE SET
    all_leads = all_leads + excluded.all_leads, needs_reply = needs_reply + excluded.needs_reply,
    unread = unread + excluded.unread, starred = starred + excluded.starred,
    archived = archived + excluded.archived, failed = failed + excluded.failed;
END;
CREATE TRIGGER inbox_uncounted AFTER DELETE ON inbox BEGIN
  UPDATE counts SET
    all_leads = all_leads - (1 - old.archived), needs_reply = needs_reply - old.needs_reply,
    unread = unread - old.unread, starred = starred - old.starred,
    archived = archived - old.archived, failed = failed - old.failed
  WHERE account_id = old.account_id AND business_id = old.business_id;
END;
CREATE TRIGGER inbox_recounted AFTER UPDATE ON inbox
WHEN (old.business_id, old.needs_reply, old.unread, old.starred, old.archived, old.failed)
  IS NOT (new.business_id, new.needs_reply, new.unread, new.starred, new.archived, new.failed)
BEGIN
  UPDATE counts SET
    all_leads = all_leads - (1 - old.archived), needs_reply = needs_reply - old.needs_reply,
    unread = unread - old.unread, starred = starred - old.starred,
    archived = archived - old.archived, failed = failed - old.failed
  WHERE account_id = old.account_id AND business_id = old.business_id;
  INSERT INTO counts (account_id, business_id, all_leads, needs_reply, unread, starred, archived, failed)
  VALUES (new.account_id, new.business_id, 1 - new.archived, new.needs_reply, new.unread, new.starred, new.archived, new.failed)
  ON CONFLICT DO UPDATE SET
    all_leads = all_leads + excluded.all_leads, needs_reply = needs_reply + excluded.needs_reply,
    unread = unread + excluded.unread, starred = starred + excluded.starred,
    archived = archived + excluded.archived, failed = failed + excluded.failed;
END;

-- Full text. The rowid of message_search is messages.message, of lead_search leads.lead.
CREATE VIRTUAL TABLE message_search USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3');
CREATE VIRTUAL TABLE lead_search USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='2 3');
`);
};
