/**
 * What a column may say is kept by the types and by the one place that writes it, not by the schema: a
 * feature that adds a state, a side or a reason to wait needs no new table. Two values stay two: the
 * flags keep their CHECK.
 */
import type { Database } from 'better-sqlite3';
import { rebuildTable } from '../rebuild-table.ts';

export const name = 'open-enumerations';

export const migrate = (db: Database): void => {
  rebuildTable(
    db,
    'accounts',
    `(
  account_id   TEXT PRIMARY KEY,
  profile      TEXT NOT NULL,               -- JSON of the profile's public part
  service      TEXT NOT NULL DEFAULT '',    -- environment and host: those who share them have the same businesses
  practice     INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)),
  user_id      TEXT NOT NULL,
  user_name    TEXT NOT NULL,
  connected    INTEGER NOT NULL CHECK (connected IN (0, 1)),
  lists_leads  INTEGER CHECK (lists_leads IN (0, 1)),   -- NULL until the service was asked once
  backfill     TEXT NOT NULL DEFAULT 'waiting',         -- waiting, running, done, impossible
  backfill_at  TEXT,                        -- where to resume: JSON of business and offset
  connected_at INTEGER NOT NULL,
  last_contact_at INTEGER,
  last_failure TEXT                         -- JSON of a Failure
) STRICT`,
  );
  // What is long stands last: what stands behind it costs its pages.
  rebuildTable(
    db,
    'leads',
    `(
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
  availability   TEXT NOT NULL DEFAULT 'here',                 -- here, gone, forbidden
  changed_at     INTEGER NOT NULL,
  from_list      INTEGER NOT NULL DEFAULT 0 CHECK (from_list IN (0, 1)),  -- 1: only a list has said what is known
  listed         TEXT,                      -- what the list last said of its status and price, as JSON
  record         TEXT,                      -- the service's record as it came, unknown fields and all
  UNIQUE (account_id, negotiation_id)
) STRICT`,
  );
  rebuildTable(
    db,
    'messages',
    `(
  message      INTEGER PRIMARY KEY AUTOINCREMENT,   -- a number of the past means nobody else
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  message_id   TEXT,                        -- the service's; NULL until the service has given one
  side         TEXT NOT NULL,               -- customer, business, unknown
  author       TEXT NOT NULL DEFAULT '',
  text         TEXT NOT NULL,
  attachments  TEXT,                        -- JSON; NULL for none
  sent_at      INTEGER NOT NULL,
  written_here INTEGER NOT NULL DEFAULT 0 CHECK (written_here IN (0, 1)),  -- 1: typed in this app
  UNIQUE (account_id, message_id)
) STRICT`,
  );
  rebuildTable(
    db,
    'outbox',
    `(
  message      INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  lead         INTEGER NOT NULL,
  account_id   TEXT NOT NULL,
  state        TEXT NOT NULL,               -- queued, sending, checking, failed
  queued_at    INTEGER NOT NULL,            -- by the computer's clock; undo_ms and next_at by the one that does not jump
  undo_ms      INTEGER NOT NULL,            -- how long it could be called back
  next_at      INTEGER NOT NULL,            -- when to try next: after undo_ms at first, later after a back-off
  attempts     INTEGER NOT NULL DEFAULT 0,
  waits_for    TEXT NOT NULL DEFAULT 'undo',  -- undo, network, reconnect
  reason       TEXT                         -- JSON of a Failure, when failed
) STRICT`,
  );
  rebuildTable(
    db,
    'deliveries',
    `(
  delivery       INTEGER PRIMARY KEY,
  account_id     TEXT NOT NULL,
  unique_key     TEXT NOT NULL,             -- kind, the record's id and a digest of its body
  event_type     TEXT NOT NULL,
  webhook_id     TEXT,
  received_at    INTEGER NOT NULL,
  times          INTEGER NOT NULL DEFAULT 1,
  state          TEXT NOT NULL,             -- recorded, applied, not_understood
  reason         TEXT,
  negotiation_id TEXT,                      -- this and the names: what the list shows, taken from the body
  customer_name  TEXT NOT NULL DEFAULT '',
  business_name  TEXT NOT NULL DEFAULT '',
  size           INTEGER NOT NULL DEFAULT 0,
  body           TEXT NOT NULL,
  UNIQUE (account_id, unique_key)
) STRICT`,
  );
  rebuildTable(
    db,
    'webhooks',
    `(
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  webhook_id      TEXT,
  url             TEXT,                     -- what the service was told
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex: the password itself is not kept
  state           TEXT NOT NULL,            -- active, missing, disabled, failed, not_possible
  reason          TEXT,                     -- JSON of a Failure
  checked_at      INTEGER,
  last_delivery_at INTEGER,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID`,
  );
};
