/** Rules of automatic replies and what they sent. */
import type { Database } from 'better-sqlite3';

export const name = 'automatic-replies';

export const migrate = (db: Database): void => {
  db.exec(`
CREATE TABLE automatic_rules (
  rule_id    TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  is_on      INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  on_since   INTEGER NOT NULL,              -- leads and silence from before are not its business
  position   INTEGER NOT NULL,              -- in the professional's order, from 0
  definition TEXT NOT NULL                  -- JSON (contract/automatic-replies.ts)
) STRICT, WITHOUT ROWID;

-- What each rule sent or did not send to a lead: one row for both, so that it sends once. A row whose
-- message is gone was withdrawn by the person. The name stays when the rule is removed.
CREATE TABLE automatic_replies (
  lead      INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  rule_id   TEXT NOT NULL,
  rule_name TEXT NOT NULL,
  kind      TEXT NOT NULL,                  -- newLead, silence
  message   INTEGER,                        -- of the reply; NULL: not sent
  known_to  INTEGER NOT NULL,               -- last message known when it was planned
  reason    TEXT,                           -- why it was not sent
  gap       TEXT NOT NULL DEFAULT '',       -- in the text, when that is the reason
  at        INTEGER NOT NULL,               -- of the decision
  PRIMARY KEY (lead, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX automatic_replies_of_message ON automatic_replies (message) WHERE message IS NOT NULL;
CREATE INDEX automatic_replies_in_order ON automatic_replies (at);

-- Finds conversations in which we wrote last, for follow-ups.
CREATE INDEX messages_by_business ON messages (sent_at, lead) WHERE side = 'business';
`);
};
