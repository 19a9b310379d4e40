/** How a desktop follows its team's log (main/engine/team/followed.ts). */
import type { Database } from 'better-sqlite3';

export const name = 'team log';

export const migrate = (db: Database): void =>
  void db.exec(`
ALTER TABLE team_cursor ADD COLUMN stream TEXT;         -- whose sequence it is; NULL before the first entry
-- A restored stream has entries of an earlier one, up to the epoch's: that stream ('' for none) and the sequence.
ALTER TABLE team_cursor ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
ALTER TABLE team_cursor ADD COLUMN epoch_sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE team_cursor ADD COLUMN followed_at INTEGER; -- when nothing was left to read

-- The stream in which the fact was first stored, its sequence there, and the sequence after which it is
-- published again; NULL: the log has it.
ALTER TABLE team_facts ADD COLUMN origin TEXT NOT NULL DEFAULT '';
ALTER TABLE team_facts ADD COLUMN origin_sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE team_facts ADD COLUMN offer INTEGER;
CREATE INDEX team_facts_offers ON team_facts (subject) WHERE offer IS NOT NULL;

-- Entries that this desktop cannot read or apply yet, or never.
CREATE TABLE team_unread (
  unread   INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL,
  subject  TEXT NOT NULL,
  data     BLOB NOT NULL,
  reason   TEXT NOT NULL             -- unknown_key, unknown_format, damaged, invalid, unknown_account, failed
) STRICT;`);
