/** In a team: activity of members, and records that a poll found until the log has them. */
import type { Database } from 'better-sqlite3';

export const name = 'activity and finds of a team';

export const migrate = (db: Database): void =>
  void db.exec(`
CREATE TABLE team_activity (
  activity INTEGER PRIMARY KEY,      -- in the order of the team's log
  lead     INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  person   TEXT NOT NULL,            -- '' for a rule
  kind     TEXT NOT NULL,
  value    TEXT NOT NULL,            -- of the kind: an assignee, a tag, a status; '' for most
  at       INTEGER NOT NULL          -- by the author's clock
) STRICT;
CREATE INDEX team_activity_lead ON team_activity (lead, at);
CREATE INDEX team_activity_person ON team_activity (person, at);
CREATE INDEX team_activity_assigned ON team_activity (value, activity) WHERE kind IN ('assigned', 'handedOver');

-- What this desktop's polls found for the team and the log has not acknowledged.
CREATE TABLE team_finds (
  find    INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,             -- in the log, so that a repeated find is one entry
  target  TEXT NOT NULL,             -- kind of the records
  body    TEXT NOT NULL,             -- JSON
  at      INTEGER NOT NULL
) STRICT;`);
