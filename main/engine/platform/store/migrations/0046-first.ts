/**
 * The whole schema: data from the service, data that the professional made here (no sync touches it), and
 * data derived from both. Times are UTC milliseconds unless noted. `lead` is the local number of a
 * lead; the service's `negotiation_id` is unique only within an account. Columns with a closed set of
 * words have no CHECK, so that a new word needs no migration.
 */
import type { Database } from 'better-sqlite3';

export const name = 'first';

/**
 * SQL: the lowest rank serves. Connected accounts come first, then the team's, the newer interface generation, those
 * with all scopes, and the account that was connected first.
 */
const rankOf = (account: string): string => `
      ${account}.connected = 0, ${account}.team_since IS NULL, -${account}.generation,
      ${account}.lacks_scopes, ifnull(${account}.team_since, ${account}.connected_at), ${account}.account_id`;

const accountsAndAddresses = `
CREATE TABLE accounts (
  account_id   TEXT PRIMARY KEY,
  profile      TEXT NOT NULL,               -- JSON of the profile's public part
  generation   INTEGER NOT NULL DEFAULT 0,  -- of the interface: a later one has a greater number
  service      TEXT NOT NULL DEFAULT '',    -- environment and host: accounts that share it have the same businesses
  practice     INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)),
  user_id      TEXT NOT NULL,
  user_name    TEXT NOT NULL,
  connected    INTEGER NOT NULL CHECK (connected IN (0, 1)),
  lists_leads  INTEGER CHECK (lists_leads IN (0, 1)),   -- NULL until the service was asked once
  backfill     TEXT NOT NULL DEFAULT 'waiting',         -- waiting, running, done, impossible
  backfill_at  TEXT,                        -- where to resume: JSON of business and offset
  connected_at INTEGER NOT NULL,
  last_contact_at INTEGER,
  last_failure TEXT,                        -- JSON of a Failure
  team_since   INTEGER,                     -- first sign-in at the team's hub; NULL: the person's own
  lacks_scopes INTEGER NOT NULL DEFAULT 0   -- 1: it cannot do all that leads need
) STRICT;

CREATE TABLE businesses (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  image_url    TEXT,
  covered      INTEGER NOT NULL DEFAULT 1 CHECK (covered IN (0, 1)),  -- listed by the service for this grant
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;

-- The account that serves each business. All desktops of a team choose the same one, by facts that they share.
CREATE VIEW held_businesses AS
SELECT b.account_id, b.business_id, b.name
FROM businesses b JOIN accounts a ON a.account_id = b.account_id
WHERE b.covered = 1 AND NOT EXISTS (
  -- CROSS JOIN: SQLite would scan all businesses for each business.
  SELECT 1 FROM accounts o CROSS JOIN businesses ob ON ob.account_id = o.account_id
  WHERE o.service = a.service AND ob.business_id = b.business_id AND ob.covered = 1
    AND (${rankOf('o')}) < (${rankOf('a')}));

-- Webhooks registered at the service, one for each business.
CREATE TABLE webhooks (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  webhook_id      TEXT,
  url             TEXT,                     -- as registered
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex; the password is not stored
  state           TEXT NOT NULL,            -- active, missing, disabled, failed, not_possible
  reason          TEXT,                     -- JSON of a Failure
  checked_at      INTEGER,
  last_delivery_at INTEGER,
  shared          INTEGER NOT NULL DEFAULT 0,  -- 1: it leads to the team's hub, whose desktops know the credentials
  earlier_username TEXT,                    -- of the replaced webhook, until the next check
  earlier_password_digest TEXT,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;

-- Endpoints of the legacy interface, where the service calls us.
CREATE TABLE partner_endpoints (
  account_id      TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex; the password is not stored
  renewed_at      INTEGER,                  -- NULL until the professional has seen a password
  last_call_at    INTEGER
) STRICT;

-- Phone numbers as the service last listed them. One that is no longer listed stays, marked as deleted.
CREATE TABLE phone_numbers (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  phone_number_id TEXT NOT NULL,
  phone_number    TEXT NOT NULL,            -- E.164
  name            TEXT NOT NULL,
  is_deleted      INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
  created_at      INTEGER,
  last_used_at    INTEGER,
  record          TEXT NOT NULL,            -- the service's record with its unknown fields
  PRIMARY KEY (account_id, business_id, phone_number_id)
) STRICT, WITHOUT ROWID;

-- Time at which the phone numbers of a business were last listed.
CREATE TABLE phone_number_lists (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  read_at         INTEGER NOT NULL,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;`;

const fromService = `
CREATE TABLE customers (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  customer_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  PRIMARY KEY (account_id, customer_id)
) STRICT, WITHOUT ROWID;

-- The long record is the last column, because reading a column behind it would read its pages as well.
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
  availability   TEXT NOT NULL DEFAULT 'here',                 -- here, gone, forbidden
  changed_at     INTEGER NOT NULL,
  from_list      INTEGER NOT NULL DEFAULT 0 CHECK (from_list IN (0, 1)),  -- 1: read only from a list of leads
  request_text   TEXT NOT NULL DEFAULT '',
  photos         INTEGER NOT NULL DEFAULT 0,
  urgency        TEXT,                      -- emergency, booked; NULL for neither
  listed         TEXT,                      -- JSON of status and price as last listed
  record         TEXT,                      -- the service's record with its unknown fields
  UNIQUE (account_id, negotiation_id)
) STRICT;
CREATE INDEX leads_missing ON leads (account_id) WHERE availability <> 'here';
CREATE INDEX leads_of_account ON leads (account_id);
CREATE INDEX leads_of_request ON leads
  (account_id, business_id, CAST(record ->> '$.request.requestID' AS TEXT));
CREATE INDEX leads_of_customer ON leads (customer_id, created_at DESC, lead DESC);
CREATE INDEX leads_of_category ON leads (category);
CREATE INDEX leads_incomplete ON leads (account_id) WHERE complete = 0;
-- Every column that Insights counts, so that it reads no row.
CREATE INDEX leads_arrived ON leads (created_at, lead, account_id, business_id, category, status,
  price_text, charge_state, availability) WHERE complete = 1;

-- The greatest number of a deleted lead, in its only row: no number is used twice.
CREATE TABLE greatest_deleted_lead (lead INTEGER NOT NULL) STRICT;
INSERT INTO greatest_deleted_lead VALUES (0);
CREATE TRIGGER lead_number_deleted AFTER DELETE ON leads BEGIN
  UPDATE greatest_deleted_lead SET lead = max(lead, old.lead);
END;

-- Prices from calls of the legacy interface, which can precede their lead.
CREATE TABLE lead_prices (
  account_id     TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  negotiation_id TEXT NOT NULL,
  lead_price     TEXT,
  charge_state   TEXT,
  PRIMARY KEY (account_id, negotiation_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lead_phones (
  lead     INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  digits   TEXT NOT NULL,                   -- without the country code, whatever the notation
  phone    TEXT NOT NULL,                   -- as the service wrote it
  place    INTEGER NOT NULL,                -- the greatest is the newest
  PRIMARY KEY (lead, digits)
) STRICT, WITHOUT ROWID;
CREATE INDEX lead_phones_begin ON lead_phones (digits);
CREATE INDEX lead_phones_end ON lead_phones (substr(digits, -4));

CREATE TABLE messages (
  message      INTEGER PRIMARY KEY AUTOINCREMENT,   -- no number is used twice
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  message_id   TEXT,                        -- the service's; NULL until it assigns one
  side         TEXT NOT NULL,               -- customer, business, unknown
  author       TEXT NOT NULL DEFAULT '',
  text         TEXT NOT NULL,
  attachments  TEXT,                        -- JSON; NULL for none
  sent_at      INTEGER NOT NULL,
  written_here INTEGER NOT NULL DEFAULT 0 CHECK (written_here IN (0, 1)),  -- 1: typed in this app
  automatic    INTEGER NOT NULL DEFAULT 0,  -- sent by the marketplace: 1 suspected, 2 recognized by its text
  automatic_text TEXT,                      -- digest of that text (conversation/automatic.ts)
  person       TEXT,                        -- the member who wrote it; NULL without a team, or written elsewhere
  UNIQUE (account_id, message_id)
) STRICT;
CREATE INDEX messages_in_order ON messages (lead, sent_at, message);
CREATE INDEX messages_automatic ON messages (account_id, automatic_text, automatic)
  WHERE automatic_text IS NOT NULL;
-- Finds conversations in which we wrote last, for follow-ups.
CREATE INDEX messages_by_business ON messages (sent_at, lead) WHERE side = 'business';
CREATE INDEX messages_with_files ON messages (lead) WHERE attachments IS NOT NULL;

-- Messages that only repeat the lead's description.
CREATE TABLE repeated_descriptions (
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  message_id TEXT NOT NULL,                 -- the service's
  PRIMARY KEY (lead, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX repeated_descriptions_known ON repeated_descriptions (message_id);

-- Inbound calls, unchanged.
CREATE TABLE deliveries (
  delivery       INTEGER PRIMARY KEY,
  account_id     TEXT NOT NULL,
  unique_key     TEXT NOT NULL,             -- kind, the record's id and a digest of its body
  event_type     TEXT NOT NULL,
  webhook_id     TEXT,
  received_at    INTEGER NOT NULL,
  times          INTEGER NOT NULL DEFAULT 1,
  state          TEXT NOT NULL,             -- recorded, applied, not_understood
  reason         TEXT,
  negotiation_id TEXT,                      -- this and the names: copied from the body for the list
  customer_name  TEXT NOT NULL DEFAULT '',
  business_name  TEXT NOT NULL DEFAULT '',
  size           INTEGER NOT NULL DEFAULT 0,
  body           TEXT NOT NULL,
  UNIQUE (account_id, unique_key)
) STRICT;
CREATE INDEX deliveries_to_apply ON deliveries (delivery) WHERE state = 'recorded';
CREATE INDEX deliveries_not_understood ON deliveries (account_id) WHERE state = 'not_understood';
-- Every column that the list shows, because a body can have a megabyte.
CREATE INDEX deliveries_in_order ON deliveries (account_id, delivery, event_type, received_at, times,
  state, reason, negotiation_id, customer_name, business_name, size);
CREATE INDEX deliveries_with_body ON deliveries (received_at, event_type)
  WHERE state = 'applied' AND body <> '';

CREATE TABLE polls (
  lead         INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  next_at      INTEGER NOT NULL,
  read_to      INTEGER,                     -- service time of the newest message read; 0: none; NULL: history unread
  failures     INTEGER NOT NULL DEFAULT 0,
  misses       INTEGER NOT NULL DEFAULT 0,  -- in a row, minutes apart
  missed_at    INTEGER
) STRICT;
CREATE INDEX polls_due ON polls (account_id, next_at);
CREATE INDEX polls_unread ON polls (account_id) WHERE read_to IS NULL AND failures = 0 AND misses = 0;

-- Number of leads whose history has been read; derived from polls.
CREATE TABLE read_counts (
  account_id   TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  leads        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER polls_read AFTER UPDATE OF read_to ON polls
WHEN old.read_to IS NULL AND new.read_to IS NOT NULL BEGIN
  INSERT INTO read_counts (account_id, leads) VALUES (new.account_id, 1)
  ON CONFLICT DO UPDATE SET leads = leads + 1;
END;
CREATE TRIGGER polls_handed_over AFTER UPDATE OF account_id ON polls
WHEN old.read_to IS NOT NULL AND new.account_id <> old.account_id BEGIN
  UPDATE read_counts SET leads = leads - 1 WHERE account_id = old.account_id;
  INSERT INTO read_counts (account_id, leads) VALUES (new.account_id, 1)
  ON CONFLICT DO UPDATE SET leads = leads + 1;
END;
CREATE TRIGGER polls_removed AFTER DELETE ON polls WHEN old.read_to IS NOT NULL BEGIN
  UPDATE read_counts SET leads = leads - 1 WHERE account_id = old.account_id;
END;

-- Moves from the legacy interface to v4.
CREATE TABLE moves (
  from_account     TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  profile_id       TEXT,
  to_account       TEXT REFERENCES accounts,
  without_webhooks INTEGER NOT NULL DEFAULT 0 CHECK (without_webhooks IN (0, 1)),
  before_lead      INTEGER,                 -- leads below this one remain; NULL: all
  matched          INTEGER NOT NULL DEFAULT 0,
  kept             INTEGER NOT NULL DEFAULT 0,
  reason           TEXT,                    -- JSON of a Failure
  started_at       INTEGER NOT NULL,
  finished_at      INTEGER
) STRICT, WITHOUT ROWID;

-- Legacy leads that were merged into their v4 lead: the old number, which still finds it, and the
-- legacy record, which contains fields that v4 lacks.
CREATE TABLE moved_leads (
  was            INTEGER PRIMARY KEY,
  lead           INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  from_account   TEXT NOT NULL,
  negotiation_id TEXT NOT NULL,
  record         TEXT,
  moved_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX moved_leads_of_lead ON moved_leads (lead);
CREATE INDEX moved_leads_of_account ON moved_leads (from_account, negotiation_id);`;

const requestReport = `
  INSERT INTO job_status_reports (lead, version, state) VALUES (new.lead, 1, 'waiting')
  ON CONFLICT (lead) DO UPDATE SET version = version + 1, state = 'waiting', reason = NULL;`;

const madeHere = `
CREATE TABLE settings (
  name         TEXT PRIMARY KEY,
  value        TEXT NOT NULL                -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE marks (
  lead  INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark  TEXT NOT NULL,             -- its name (leads/marks.ts)
  item  TEXT NOT NULL DEFAULT '',  -- distinguishes several values of one mark, such as tags
  value ANY NOT NULL,
  -- The customer's last message that was known when a mark was set that lasts until news: the service's time and id;
  -- '' is the request. NULL for other marks.
  known_at      INTEGER,
  known_message TEXT,
  person        TEXT,              -- the member who set it, by id; NULL without a team
  PRIMARY KEY (lead, mark, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_tagged ON marks (item) WHERE mark = 'tags';

-- Time of the last customer activity that a notification announced.
CREATE TABLE notified_leads (
  lead INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  at   INTEGER NOT NULL
) STRICT;

CREATE TABLE batches (
  batch    INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL UNIQUE           -- made in the window
) STRICT;

-- The rows of marks that a batch changed, for its undo; NULL stands for no row.
CREATE TABLE batch_marks (
  batch  INTEGER NOT NULL REFERENCES batches ON DELETE CASCADE,
  lead   INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark   TEXT NOT NULL,
  item   TEXT NOT NULL,
  before ANY,
  after  ANY,
  news   INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)), -- 1: the customer has written since
  before_person TEXT,
  PRIMARY KEY (batch, lead, mark, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_marks_of_lead ON batch_marks (lead, mark);

-- Reports of job status to the marketplace; triggers request one at each change, and only the latest is sent.
CREATE TABLE job_status_reports (
  lead     INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  version  INTEGER NOT NULL,       -- counts the changes of the mark
  state    TEXT NOT NULL,          -- waiting, reported, refused, kept (the service takes no job status)
  reported TEXT,                   -- the status last reported, in the marketplace's words
  reason   TEXT                    -- JSON of a Failure, when refused
) STRICT;
CREATE INDEX job_status_waiting ON job_status_reports (lead) WHERE state = 'waiting';
CREATE TRIGGER job_status_set AFTER INSERT ON marks WHEN new.mark = 'jobStatus' BEGIN${requestReport}
END;
CREATE TRIGGER job_status_changed AFTER UPDATE OF value ON marks
WHEN new.mark = 'jobStatus' AND old.value <> new.value BEGIN${requestReport}
END;
CREATE TRIGGER job_status_unset AFTER DELETE ON marks
WHEN old.mark = 'jobStatus' BEGIN
  UPDATE job_status_reports SET version = version + 1, state = 'waiting', reason = NULL
  WHERE lead = old.lead;
END;

CREATE TABLE drafts (
  lead         INTEGER PRIMARY KEY REFERENCES leads,
  text         TEXT NOT NULL,
  saved_at     INTEGER NOT NULL,
  reply_id     TEXT                         -- of the reply that the draft becomes
) STRICT;

-- Replies on their way. A row is deleted when the service has the message. undo_ms, next_at and due_at
-- are measured by the steady clock, send_at by the computer's.
CREATE TABLE outbox (
  message      INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
  lead         INTEGER NOT NULL,
  account_id   TEXT NOT NULL,
  state        TEXT NOT NULL,               -- queued, sending, checking, failed
  undo_ms      INTEGER NOT NULL,            -- length of the undo window
  next_at      INTEGER NOT NULL,            -- next attempt: after the undo window, later after a backoff
  attempts     INTEGER NOT NULL DEFAULT 0,
  waits_for    TEXT NOT NULL DEFAULT 'undo',  -- undo, network, reconnect, schedule
  reason       TEXT,                        -- JSON of a Failure, when failed
  due_at       INTEGER NOT NULL DEFAULT 0,  -- from then on the customer should have it
  send_at      INTEGER,                     -- scheduled time; NULL: as soon as possible
  unless_answered INTEGER NOT NULL DEFAULT 0,  -- 1: held when the customer writes first
  known_to     INTEGER,                     -- last message known when it could first leave; NULL: the one before it
  known_reply  INTEGER                      -- last message that its author had seen; a colleague's later one holds it
) STRICT;
CREATE INDEX outbox_due ON outbox (account_id, state, next_at);
CREATE INDEX outbox_of_lead ON outbox (lead);

-- Every reply id that was accepted, also after sending or undo, so that no reply is queued twice.
CREATE TABLE replies (
  reply_id     TEXT PRIMARY KEY,
  message      INTEGER NOT NULL UNIQUE,
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  returned_text TEXT,                       -- its text, after undo or discard
  handed       TEXT                         -- JSON of a reply that was handed to a colleague and has not come back
) STRICT, WITHOUT ROWID;
CREATE INDEX replies_of_lead ON replies (lead);

CREATE TABLE notes (
  note       TEXT PRIMARY KEY,             -- a UUID, made in the window
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  kind       TEXT NOT NULL,                -- note, call
  text       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  edited_at  INTEGER,
  person     TEXT                          -- the member who wrote it; NULL without a team
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of_lead ON notes (lead, at, note);

-- Saved replies and saved views belong to no account.
CREATE TABLE saved_replies (
  saved_reply_id TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  text           TEXT NOT NULL,              -- a template (contract/template.ts)
  text_en        TEXT,                       -- for customers who write English; NULL for none
  text_es        TEXT,                       -- for customers who write Spanish
  category       TEXT,                       -- for leads of this category only
  business_id    TEXT,                       -- for leads of this business only, by the service's id
  business_name  TEXT NOT NULL,              -- shown after the business is gone
  is_pinned      INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
  position       INTEGER NOT NULL            -- in the professional's order, from 0
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_views (
  saved_view_id TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  view          TEXT NOT NULL,              -- its name in the contract
  business      TEXT,                       -- the key of a business; NULL for all
  query         TEXT NOT NULL,              -- as typed
  is_everywhere INTEGER NOT NULL CHECK (is_everywhere IN (0, 1)),
  position      INTEGER NOT NULL            -- in the professional's order, from 0
) STRICT, WITHOUT ROWID;`;

/** Automatic replies, and news for the professional's own channels (main/engine/reach/). */
const automatic = `
CREATE TABLE automatic_rules (
  rule_id    TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  is_on      INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  on_since   INTEGER NOT NULL,              -- leads and silence from before are not its business
  position   INTEGER NOT NULL,              -- in the professional's order, from 0
  definition TEXT NOT NULL                  -- JSON (contract/automatic-replies.ts)
) STRICT, WITHOUT ROWID;

-- Outcome of each rule for a lead: one row whether it sent or not, so that it sends once. A row whose
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
CREATE INDEX automatic_replies_of_rule ON automatic_replies (rule_id, rule_name);

-- One row for each news and channel. It is 'sending' on the disk before its message may leave.
CREATE TABLE reach_news (
  reach_news INTEGER PRIMARY KEY,
  channel_id TEXT NOT NULL,
  kind       TEXT NOT NULL,          -- lead, message, refused, stopped
  subject    TEXT NOT NULL,          -- what it is about, so that it is queued once
  lead       INTEGER REFERENCES leads ON DELETE CASCADE, -- NULL when stopped
  at         INTEGER NOT NULL,       -- time of the news
  since      INTEGER NOT NULL,       -- when it was queued
  state      TEXT NOT NULL,          -- waiting, sending, sent, failed
  attempts   INTEGER NOT NULL DEFAULT 0,
  tried_at   INTEGER,                -- latest attempt; the news of one message share it
  reason     TEXT,                   -- JSON of a ReachFailure, of the latest attempt
  UNIQUE (channel_id, kind, subject)
) STRICT;
CREATE INDEX reach_news_states ON reach_news (state, channel_id);
CREATE INDEX reach_news_of_lead ON reach_news (lead);`;

/** The team and its log, as far as this desktop knows them (main/engine/team/). */
const team = `
-- The only row exists while this desktop belongs to a team.
CREATE TABLE team_cursor (
  team     TEXT PRIMARY KEY,
  person   TEXT NOT NULL,            -- the member who uses this desktop
  desktop  TEXT NOT NULL,
  epoch    TEXT,                     -- of the followed log; NULL: follow from the start
  sequence INTEGER NOT NULL,         -- of the last applied entry
  stream   TEXT,                     -- whose sequence it is; NULL before the first entry
  -- A restored stream has entries of an earlier one, up to the epoch's: that stream ('' for none) and the sequence.
  earlier  TEXT NOT NULL DEFAULT '',
  epoch_sequence INTEGER NOT NULL DEFAULT 0,
  followed_at INTEGER                -- when nothing was left to read
) STRICT, WITHOUT ROWID;

-- The last fact of each subject of the log.
CREATE TABLE team_facts (
  subject  TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  lead     INTEGER REFERENCES leads ON DELETE SET NULL, -- NULL: a lead that is not here yet, or the whole team
  fact     TEXT,                     -- as published (contract/team/facts.ts); NULL: no valid one yet
  -- The stream in which the fact was first stored, its sequence there, and the sequence after which it is
  -- published again; NULL: the log has it.
  origin   TEXT NOT NULL DEFAULT '',
  origin_sequence INTEGER NOT NULL DEFAULT 0,
  offer    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX team_facts_of_lead ON team_facts (lead);
CREATE INDEX team_facts_offers ON team_facts (subject) WHERE offer IS NOT NULL;
CREATE INDEX team_facts_waiting ON team_facts (subject)
  WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
    AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0);

-- Changes made here that the log lacks; the latest of each (team/gate.ts).
CREATE TABLE team_outbox (
  place    INTEGER PRIMARY KEY AUTOINCREMENT,
  kind     TEXT NOT NULL,            -- a mark, note, savedReply or businessHours
  lead     INTEGER REFERENCES leads ON DELETE CASCADE, -- NULL: of the whole team
  item     TEXT NOT NULL,            -- tag, id of the note or saved reply; '' for others
  existing INTEGER NOT NULL DEFAULT 0  -- 1: older than the membership; published only where the team has nothing
) STRICT;
CREATE UNIQUE INDEX team_outbox_once ON team_outbox (kind, ifnull(lead, 0), item);
CREATE INDEX team_outbox_of_lead ON team_outbox (lead);
-- Replies first, existing data last.
CREATE INDEX team_outbox_order ON team_outbox (existing, kind <> 'reply', place);

-- Entries that this desktop cannot read or apply yet, or never.
CREATE TABLE team_unread (
  unread   INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL,
  subject  TEXT NOT NULL,
  data     BLOB NOT NULL,
  reason   TEXT NOT NULL             -- unknown_key, unknown_format, damaged, invalid, unknown_account, failed
) STRICT;

CREATE TABLE team_people (
  person TEXT PRIMARY KEY,
  name   TEXT NOT NULL,              -- entered by an owner
  gone   INTEGER NOT NULL DEFAULT 0  -- 1: removed by an owner; the name stays for what the person wrote
) STRICT, WITHOUT ROWID;

-- Replies of members, by the service's ids: their messages may arrive later.
CREATE TABLE team_replies (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  person     TEXT NOT NULL,
  PRIMARY KEY (account_id, message_id)
) STRICT, WITHOUT ROWID;

-- Notes that mention the person here, until they open the lead.
CREATE TABLE team_mentions (
  note TEXT PRIMARY KEY,
  lead INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  seen INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX team_mentions_lead ON team_mentions (lead);

-- The person who is answering a lead. A claim counts for 15 minutes after it was renewed.
CREATE TABLE team_claims (
  lead    INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  person  TEXT NOT NULL,
  desktop TEXT NOT NULL,
  since   INTEGER NOT NULL,
  renewed INTEGER NOT NULL DEFAULT 0
) STRICT;

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
CREATE INDEX team_activity_at ON team_activity (at);
CREATE INDEX team_activity_assigned ON team_activity (value, activity) WHERE kind IN ('assigned', 'handedOver');

-- Records that this desktop polled for the team and the log has not acknowledged.
CREATE TABLE team_finds (
  find    INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,             -- in the log, so that a repeated find is one entry
  target  TEXT NOT NULL,             -- kind of the records
  body    TEXT NOT NULL,             -- JSON
  at      INTEGER NOT NULL
) STRICT;`;

const derived = `
-- The rows of the lists. Opening a file adds a column for each further mark (leads/derived.ts) and
-- the indexes and counts of the views (leads/view-schema.ts).
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
  outgoing     INTEGER NOT NULL DEFAULT 0,  -- 1: a reply is in the outbox
  reply_by     INTEGER,
  never_answered INTEGER NOT NULL DEFAULT 0,
  older        INTEGER NOT NULL DEFAULT 0,  -- 1: had waited for weeks when its account was connected
  turn         INTEGER NOT NULL DEFAULT 0,  -- position in Needs reply
  first_reply_at INTEGER,
  mine         INTEGER NOT NULL DEFAULT 0,  -- 1: assigned to the person here, or mentioned
  mine_turn    INTEGER NOT NULL DEFAULT 0,  -- position in Mine
  colleagues   INTEGER NOT NULL DEFAULT 0,  -- 1: assigned to a colleague
  unassigned   INTEGER NOT NULL DEFAULT 0,  -- 1: it needs a reply and has no assignee
  mentioned    INTEGER NOT NULL DEFAULT 0,  -- 1: the person here has not opened a note that mentions them
  last_person  TEXT                         -- the member who wrote the last message
) STRICT;
CREATE INDEX inbox_first_reply ON inbox (first_reply_at) WHERE first_reply_at IS NOT NULL;

-- Full text: one entry for each lead, without texts or positions (leads/search.ts). Its rowid is the
-- month of the last activity times 2^32, plus the lead. Large merges wait longer than by default,
-- because by then small ones have done most of their work.
CREATE VIRTUAL TABLE lead_words USING fts5(
  words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='2 3 4');
INSERT INTO lead_words (lead_words, rank) VALUES ('crisismerge', 64);
CREATE VIRTUAL TABLE lead_vocabulary USING fts5vocab(lead_words, instance);

CREATE TABLE search_entries (
  lead         INTEGER PRIMARY KEY,
  entry        INTEGER,                     -- NULL until the lead is listed
  own          TEXT NOT NULL DEFAULT ''     -- words of the lead without its messages
) STRICT;

-- Changes that the index lacks, written by the triggers below. A lead without an entry needs none: it is
-- indexed as a whole when it is first listed.
CREATE TABLE search_changes (
  change       INTEGER PRIMARY KEY,
  lead         INTEGER NOT NULL,
  added        TEXT,
  removed      TEXT,
  activity_at  INTEGER
) STRICT;
CREATE INDEX search_changes_of_lead ON search_changes (lead);

CREATE TRIGGER search_message_added AFTER INSERT ON messages
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = new.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_changes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER search_message_deleted AFTER DELETE ON messages
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = old.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_changes (lead, removed) VALUES (old.lead, old.text);
END;
CREATE TRIGGER search_message_changed AFTER UPDATE OF lead, text ON messages
WHEN (old.lead, old.text) <> (new.lead, new.text) BEGIN
  INSERT INTO search_changes (lead, removed) VALUES (old.lead, old.text);
  INSERT INTO search_changes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER search_note_added AFTER INSERT ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = new.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_changes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER search_note_deleted AFTER DELETE ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = old.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_changes (lead, removed) VALUES (old.lead, old.text);
END;
CREATE TRIGGER search_note_changed AFTER UPDATE OF lead, text ON notes
WHEN (old.lead, old.text) <> (new.lead, new.text) BEGIN
  INSERT INTO search_changes (lead, removed) VALUES (old.lead, old.text);
  INSERT INTO search_changes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER search_lead_changed AFTER UPDATE OF own ON search_entries
WHEN old.own <> new.own AND new.entry IS NOT NULL BEGIN
  INSERT INTO search_changes (lead, removed, added) VALUES (new.lead, old.own, new.own);
END;
CREATE TRIGGER search_lead_deleted AFTER DELETE ON leads BEGIN
  UPDATE search_entries SET own = '' WHERE lead = old.lead;
  INSERT INTO search_changes (lead, removed) VALUES (old.lead, '');
END;
CREATE TRIGGER search_lead_listed AFTER INSERT ON inbox BEGIN
  INSERT INTO search_changes (lead, activity_at) VALUES (new.lead, new.activity_at);
END;
CREATE TRIGGER search_lead_moved AFTER UPDATE OF activity_at ON inbox
WHEN old.activity_at >> 31 <> new.activity_at >> 31 BEGIN
  INSERT INTO search_changes (lead, activity_at) VALUES (new.lead, new.activity_at);
END;`;

export const migrate = (db: Database): void => {
  for (const part of [accountsAndAddresses, fromService, madeHere, automatic, team, derived])
    db.exec(part);
};
