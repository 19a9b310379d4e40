/**
 * What the legacy interface needs beside the tables of all: where its services call us (service.md,
 * Endpoints G), and the prices of leads, which come in calls of their own and can come first.
 */
import type { Database } from 'better-sqlite3';

export const name = 'legacy';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE partner_endpoints (
  account_id      TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex: the password itself is not kept
  renewed_at      INTEGER,                  -- NULL until the professional has been shown a password
  last_call_at    INTEGER
) STRICT;

CREATE TABLE lead_prices (
  account_id     TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  negotiation_id TEXT NOT NULL,             -- of a lead that may not be here yet
  lead_price     TEXT,
  charge_state   TEXT,
  PRIMARY KEY (account_id, negotiation_id)
) STRICT, WITHOUT ROWID;
`);
};
