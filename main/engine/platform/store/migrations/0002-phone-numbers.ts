/**
 * The phone numbers that businesses have registered at the service, as it last listed them, and when
 * that was. A number that the service no longer lists stays, marked as deleted.
 */
import type { Database } from 'better-sqlite3';

export const name = 'phone-numbers';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE phone_numbers (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  phone_number    TEXT NOT NULL,            -- E.164
  name            TEXT NOT NULL,
  is_deleted      INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
  created_at      INTEGER,
  last_used_at    INTEGER,
  record          TEXT NOT NULL,            -- the service's record as it came, unknown fields and all
  PRIMARY KEY (account_id, business_id, phone_number_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE phone_number_lists (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  read_at         INTEGER NOT NULL,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;
`);
};
