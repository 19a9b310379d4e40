/** What several desktops need to agree on the same leads. */
import type { Database } from 'better-sqlite3';

export const name = 'team';

const lastCustomerTime = `ifnull(max(
  (SELECT CASE complete WHEN 1 THEN created_at ELSE 0 END FROM leads l WHERE l.lead = marks.lead),
  ifnull((SELECT max(sent_at) FROM messages m WHERE m.lead = marks.lead AND m.side = 'customer'), 0)), 0)`;

export const migrate = (db: Database): void =>
  void db.exec(`
-- The customer's last message that was known when a mark was set that lasts until news: the service's
-- time and id; '' is the request. NULL for other marks.
ALTER TABLE marks ADD COLUMN known_at INTEGER;
ALTER TABLE marks ADD COLUMN known_message TEXT;
UPDATE marks SET known_at = ${lastCustomerTime}
  WHERE mark IN ('archived', 'noReplyNeeded', 'snoozedUntil', 'jobClosed');
UPDATE marks SET known_message = ifnull((SELECT max(message_id) FROM messages m
    WHERE m.lead = marks.lead AND m.side = 'customer' AND m.sent_at = marks.known_at), '')
  WHERE known_at IS NOT NULL;

-- The member who set or wrote it, by id; NULL for the professional of an app without a team, and for everybody
-- who wrote elsewhere.
ALTER TABLE marks ADD COLUMN person TEXT;
ALTER TABLE notes ADD COLUMN person TEXT;
ALTER TABLE messages ADD COLUMN person TEXT;
ALTER TABLE batch_marks ADD COLUMN before_person TEXT;

-- The only row exists while this desktop belongs to a team.
CREATE TABLE team_cursor (
  team     TEXT PRIMARY KEY,
  person   TEXT NOT NULL,            -- the member who uses this desktop
  desktop  TEXT NOT NULL,
  epoch    TEXT,                     -- of the followed log; NULL: follow from the start
  sequence INTEGER NOT NULL          -- of the last applied entry
) STRICT, WITHOUT ROWID;

-- The last fact of each subject of the log.
CREATE TABLE team_facts (
  subject  TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  lead     INTEGER REFERENCES leads ON DELETE SET NULL, -- NULL: a lead that is not here yet, or the whole team
  fact     TEXT                      -- as published (contract/team/facts.ts); NULL: no valid one yet
) STRICT, WITHOUT ROWID;
CREATE INDEX team_facts_of_lead ON team_facts (lead);

-- Changes made here that the log lacks; the latest of each (team/gate.ts).
CREATE TABLE team_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  kind  TEXT NOT NULL,               -- a mark, note, savedReply or businessHours
  lead  INTEGER REFERENCES leads ON DELETE CASCADE, -- NULL: of the whole team
  item  TEXT NOT NULL                -- tag, id of the note or saved reply; '' for others
) STRICT;
CREATE UNIQUE INDEX team_outbox_once ON team_outbox (kind, ifnull(lead, 0), item);
CREATE INDEX team_outbox_of_lead ON team_outbox (lead);

-- Replies of members, by the service's ids: their messages may arrive later.
CREATE TABLE team_replies (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  person     TEXT NOT NULL,
  PRIMARY KEY (account_id, message_id)
) STRICT, WITHOUT ROWID;
`);
