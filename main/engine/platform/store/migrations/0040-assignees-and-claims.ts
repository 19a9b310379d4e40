/** In a team, leads have an assignee, and a colleague may be writing to a customer. */
import type { Database } from 'better-sqlite3';

export const name = 'assignees and claims';

export const migrate = (db: Database): void =>
  void db.exec(`
ALTER TABLE inbox ADD COLUMN mine INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN colleagues INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN last_person TEXT;
ALTER TABLE inbox ADD COLUMN unassigned INTEGER NOT NULL DEFAULT 0;

-- The last message that its author had seen; a later one of a colleague holds the reply. NULL: nothing does.
ALTER TABLE outbox ADD COLUMN known_reply INTEGER;

-- 1: removed by an owner; the name stays for what the person wrote.
ALTER TABLE team_people ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

-- Notes that mention the person here, until they open the lead.
CREATE TABLE team_mentions (
  note TEXT PRIMARY KEY,
  lead INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  seen INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX team_mentions_lead ON team_mentions (lead);
ALTER TABLE inbox ADD COLUMN mentioned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN mine_turn INTEGER NOT NULL DEFAULT 0;

CREATE TABLE team_claims (
  lead    INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  person  TEXT NOT NULL,
  desktop TEXT NOT NULL,
  since   INTEGER NOT NULL           -- a claim counts for 15 minutes
) STRICT;`);
