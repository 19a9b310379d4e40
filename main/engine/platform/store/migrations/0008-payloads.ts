/**
 * What recorded payloads need (live-facts, Recorded in production): both forwarding numbers of a lead,
 * the messages that only repeat its description, and what the list of leads last said of it.
 */
import type { Database } from 'better-sqlite3';

export const name = 'payloads';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE lead_phones (
  lead     INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  digits   TEXT NOT NULL,                   -- without the country code: the same number, however written
  phone    TEXT NOT NULL,                   -- as the service wrote it
  place    INTEGER NOT NULL,                -- the highest is the newest
  PRIMARY KEY (lead, digits)
) STRICT, WITHOUT ROWID;

CREATE TABLE repeated_descriptions (
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  message_id TEXT NOT NULL,                 -- the service's
  PRIMARY KEY (lead, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX repeated_descriptions_known ON repeated_descriptions (message_id);

-- 1: all that is known of the lead is what a list said, which can be less than its own record.
ALTER TABLE leads ADD COLUMN from_list INTEGER NOT NULL DEFAULT 0 CHECK (from_list IN (0, 1));
-- What the list last said of its status and price, as JSON.
ALTER TABLE leads ADD COLUMN listed TEXT;
`);
};
