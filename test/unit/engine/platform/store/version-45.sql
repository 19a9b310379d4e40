-- A database as the steps 1 to 45 of development builds left it, with two rows in each table (migrations.test.ts).
PRAGMA foreign_keys = OFF;
BEGIN;
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
  last_failure TEXT                         -- JSON of a Failure
, team_since INTEGER, lacks_scopes INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE businesses (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  image_url    TEXT,
  covered      INTEGER NOT NULL DEFAULT 1 CHECK (covered IN (0, 1)),  -- listed by the service for this grant
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;
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
  last_delivery_at INTEGER, shared INTEGER NOT NULL DEFAULT 0, earlier_username TEXT, earlier_password_digest TEXT,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE partner_endpoints (
  account_id      TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  path            TEXT NOT NULL UNIQUE,     -- the random part of the address
  username        TEXT NOT NULL,
  password_digest TEXT NOT NULL,            -- SHA-256 of 256 random bits, hex; the password is not stored
  renewed_at      INTEGER,                  -- NULL until the professional has seen a password
  last_call_at    INTEGER
) STRICT;
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
CREATE TABLE phone_number_lists (
  account_id      TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  business_id     TEXT NOT NULL,
  read_at         INTEGER NOT NULL,
  PRIMARY KEY (account_id, business_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE customers (
  account_id   TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  customer_id  TEXT NOT NULL,
  name         TEXT NOT NULL,
  PRIMARY KEY (account_id, customer_id)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE numbers_given (lead INTEGER NOT NULL) STRICT;
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
  automatic_text TEXT, person TEXT,                      -- digest of that text (conversation/automatic.ts)
  UNIQUE (account_id, message_id)
) STRICT;
CREATE TABLE repeated_descriptions (
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  message_id TEXT NOT NULL,                 -- the service's
  PRIMARY KEY (lead, message_id)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE polls (
  lead         INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  account_id   TEXT NOT NULL,
  next_at      INTEGER NOT NULL,
  read_to      INTEGER,                     -- service time of the newest message read; 0: none; NULL: history unread
  failures     INTEGER NOT NULL DEFAULT 0,
  misses       INTEGER NOT NULL DEFAULT 0,  -- in a row, minutes apart
  missed_at    INTEGER
) STRICT;
CREATE TABLE read_counts (
  account_id   TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  leads        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE moved_leads (
  was            INTEGER PRIMARY KEY,
  lead           INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  from_account   TEXT NOT NULL,
  negotiation_id TEXT NOT NULL,
  record         TEXT,
  moved_at       INTEGER NOT NULL
) STRICT;
CREATE TABLE settings (
  name         TEXT PRIMARY KEY,
  value        TEXT NOT NULL                -- JSON
) STRICT, WITHOUT ROWID;
CREATE TABLE marks (
  lead  INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark  TEXT NOT NULL,             -- its name (leads/marks.ts)
  item  TEXT NOT NULL DEFAULT '',  -- distinguishes several values of one mark, such as tags
  value ANY NOT NULL, known_at INTEGER, known_message TEXT, person TEXT,
  PRIMARY KEY (lead, mark, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE told (
  lead INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  at   INTEGER NOT NULL
) STRICT;
CREATE TABLE batches (
  batch    INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL UNIQUE           -- made in the window
) STRICT;
CREATE TABLE batch_marks (
  batch  INTEGER NOT NULL REFERENCES batches ON DELETE CASCADE,
  lead   INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark   TEXT NOT NULL,
  item   TEXT NOT NULL,
  before ANY,
  after  ANY,
  news   INTEGER NOT NULL DEFAULT 0 CHECK (news IN (0, 1)), before_person TEXT, -- 1: the customer has written since
  PRIMARY KEY (batch, lead, mark, item)
) STRICT, WITHOUT ROWID;
CREATE TABLE job_status_tellings (
  lead     INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  version  INTEGER NOT NULL,       -- counts the changes of the mark
  state    TEXT NOT NULL,          -- waiting, told, refused, kept (the service takes no job status)
  told     TEXT,                   -- the status last reported, in the marketplace's words
  reason   TEXT                    -- JSON of a Failure, when refused
) STRICT;
CREATE TABLE drafts (
  lead         INTEGER PRIMARY KEY REFERENCES leads,
  text         TEXT NOT NULL,
  saved_at     INTEGER NOT NULL,
  reply_id     TEXT                         -- of the reply that the draft becomes
) STRICT;
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
  known_to     INTEGER                      -- last message known when it could first leave; NULL: the one before it
, known_reply INTEGER) STRICT;
CREATE TABLE replies (
  reply_id     TEXT PRIMARY KEY,
  message      INTEGER NOT NULL UNIQUE,
  lead         INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  given_back   TEXT                         -- its text, after undo or discard
, handed TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
  note       TEXT PRIMARY KEY,             -- a UUID, made in the window
  lead       INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  kind       TEXT NOT NULL,                -- note, call
  text       TEXT NOT NULL,
  at         INTEGER NOT NULL,
  edited_at  INTEGER
, person TEXT) STRICT, WITHOUT ROWID;
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
) STRICT, WITHOUT ROWID;
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
  first_reply_at INTEGER
, mine INTEGER NOT NULL DEFAULT 0, colleagues INTEGER NOT NULL DEFAULT 0, last_person TEXT, unassigned INTEGER NOT NULL DEFAULT 0, mentioned INTEGER NOT NULL DEFAULT 0, mine_turn INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE VIRTUAL TABLE lead_words USING fts5(
  words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='2 3 4');
CREATE VIRTUAL TABLE lead_vocabulary USING fts5vocab(lead_words, instance);
CREATE TABLE search_entries (
  lead         INTEGER PRIMARY KEY,
  entry        INTEGER,                     -- NULL until the lead is listed
  own          TEXT NOT NULL DEFAULT ''     -- words of the lead without its messages
) STRICT;
CREATE TABLE search_notes (
  note         INTEGER PRIMARY KEY,
  lead         INTEGER NOT NULL,
  added        TEXT,
  removed      TEXT,
  activity_at  INTEGER
) STRICT;
CREATE TABLE automatic_rules (
  rule_id    TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  is_on      INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  on_since   INTEGER NOT NULL,              -- leads and silence from before are not its business
  position   INTEGER NOT NULL,              -- in the professional's order, from 0
  definition TEXT NOT NULL                  -- JSON (contract/automatic-replies.ts)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE team_cursor (
  team     TEXT PRIMARY KEY,
  person   TEXT NOT NULL,            -- the member who uses this desktop
  desktop  TEXT NOT NULL,
  epoch    TEXT,                     -- of the followed log; NULL: follow from the start
  sequence INTEGER NOT NULL          -- of the last applied entry
, stream TEXT, earlier TEXT NOT NULL DEFAULT '', epoch_sequence INTEGER NOT NULL DEFAULT 0, followed_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE team_facts (
  subject  TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  lead     INTEGER REFERENCES leads ON DELETE SET NULL, -- NULL: a lead that is not here yet, or the whole team
  fact     TEXT                      -- as published (contract/team/facts.ts); NULL: no valid one yet
, origin TEXT NOT NULL DEFAULT '', origin_sequence INTEGER NOT NULL DEFAULT 0, offer INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE team_outbox (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  kind  TEXT NOT NULL,               -- a mark, note, savedReply or businessHours
  lead  INTEGER REFERENCES leads ON DELETE CASCADE, -- NULL: of the whole team
  item  TEXT NOT NULL                -- tag, id of the note or saved reply; '' for others
, existing INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE team_replies (
  account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
  message_id TEXT NOT NULL,
  person     TEXT NOT NULL,
  PRIMARY KEY (account_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE team_unread (
  unread   INTEGER PRIMARY KEY,
  sequence INTEGER NOT NULL,
  subject  TEXT NOT NULL,
  data     BLOB NOT NULL,
  reason   TEXT NOT NULL             -- unknown_key, unknown_format, damaged, invalid, unknown_account, failed
) STRICT;
CREATE TABLE team_people (
  person TEXT PRIMARY KEY,
  name   TEXT NOT NULL               -- entered by an owner
, gone INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE team_mentions (
  note TEXT PRIMARY KEY,
  lead INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  seen INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE team_claims (
  lead    INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  person  TEXT NOT NULL,
  desktop TEXT NOT NULL,
  since   INTEGER NOT NULL           -- a claim counts for 15 minutes
, renewed INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE team_activity (
  activity INTEGER PRIMARY KEY,      -- in the order of the team's log
  lead     INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  person   TEXT NOT NULL,            -- '' for a rule
  kind     TEXT NOT NULL,
  value    TEXT NOT NULL,            -- of the kind: an assignee, a tag, a status; '' for most
  at       INTEGER NOT NULL          -- by the author's clock
) STRICT;
CREATE TABLE team_finds (
  find    INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,             -- in the log, so that a repeated find is one entry
  target  TEXT NOT NULL,             -- kind of the records
  body    TEXT NOT NULL,             -- JSON
  at      INTEGER NOT NULL
) STRICT;

INSERT INTO team_mentions (note, lead, seen) VALUES ('team_mentions note 1', 1, 2001);
INSERT INTO team_mentions (note, lead, seen) VALUES ('team_mentions note 2', 2, 2002);
INSERT INTO team_people (person, name, gone) VALUES ('team_people person 1', 'team_people name 1', 2001);
INSERT INTO team_people (person, name, gone) VALUES ('team_people person 2', 'team_people name 2', 2002);
INSERT INTO team_replies (account_id, message_id, person) VALUES ('account-1', 'team_replies message_id 1', 'team_replies person 1');
INSERT INTO team_replies (account_id, message_id, person) VALUES ('account-2', 'team_replies message_id 2', 'team_replies person 2');
INSERT INTO team_outbox (place, kind, lead, item, existing) VALUES (1, 'team_outbox kind 1', 1, 'team_outbox item 1', 4001);
INSERT INTO team_outbox (place, kind, lead, item, existing) VALUES (2, 'team_outbox kind 2', 2, 'team_outbox item 2', 4002);
INSERT INTO team_facts (subject, sequence, lead, fact, origin, origin_sequence, offer) VALUES ('team_facts subject 1', 1001, 1, 'team_facts fact 1', 'team_facts origin 1', 5001, 6001);
INSERT INTO team_facts (subject, sequence, lead, fact, origin, origin_sequence, offer) VALUES ('team_facts subject 2', 1002, 2, 'team_facts fact 2', 'team_facts origin 2', 5002, 6002);
INSERT INTO team_cursor (team, person, desktop, epoch, sequence, stream, earlier, epoch_sequence, followed_at) VALUES ('team_cursor team 1', 'team_cursor person 1', 'team_cursor desktop 1', 'team_cursor epoch 1', 4001, 'team_cursor stream 1', 'team_cursor earlier 1', 7001, 8001);
INSERT INTO team_cursor (team, person, desktop, epoch, sequence, stream, earlier, epoch_sequence, followed_at) VALUES ('team_cursor team 2', 'team_cursor person 2', 'team_cursor desktop 2', 'team_cursor epoch 2', 4002, 'team_cursor stream 2', 'team_cursor earlier 2', 7002, 8002);
INSERT INTO reach_news (reach_news, channel_id, kind, subject, lead, at, since, state, attempts, tried_at, reason) VALUES (1, 'reach_news channel_id 1', 'reach_news kind 1', 'reach_news subject 1', 1, 5001, 6001, 'reach_news state 1', 8001, 9001, '{"reach_news.reason":1}');
INSERT INTO reach_news (reach_news, channel_id, kind, subject, lead, at, since, state, attempts, tried_at, reason) VALUES (2, 'reach_news channel_id 2', 'reach_news kind 2', 'reach_news subject 2', 2, 5002, 6002, 'reach_news state 2', 8002, 9002, '{"reach_news.reason":2}');
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (1, 1, 'search_notes added 1', 'search_notes removed 1', 4001);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (2, 2, 'search_notes added 2', 'search_notes removed 2', 4002);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (3, 1, 'messages text 1', NULL, NULL);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (4, 2, 'messages text 2', NULL, NULL);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (5, 1, NULL, NULL, 3001);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (6, 2, NULL, NULL, 3002);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (7, 1, 'notes text 1', NULL, NULL);
INSERT INTO search_notes (note, lead, added, removed, activity_at) VALUES (8, 2, 'notes text 2', NULL, NULL);
INSERT INTO search_entries (lead, entry, own) VALUES (1, 1001, 'search_entries own 1');
INSERT INTO search_entries (lead, entry, own) VALUES (2, 1002, 'search_entries own 2');
INSERT INTO saved_views (saved_view_id, name, view, business, query, is_everywhere, position) VALUES ('saved_views saved_view_id 1', 'saved_views name 1', 'saved_views view 1', 'saved_views business 1', 'saved_views query 1', 1, 6001);
INSERT INTO saved_views (saved_view_id, name, view, business, query, is_everywhere, position) VALUES ('saved_views saved_view_id 2', 'saved_views name 2', 'saved_views view 2', 'saved_views business 2', 'saved_views query 2', 0, 6002);
INSERT INTO saved_replies (saved_reply_id, name, text, text_en, text_es, category, business_id, business_name, is_pinned, position) VALUES ('saved_replies saved_reply_id 1', 'saved_replies name 1', 'saved_replies text 1', 'saved_replies text_en 1', 'saved_replies text_es 1', 'saved_replies category 1', 'saved_replies business_id 1', 'saved_replies business_name 1', 1, 9001);
INSERT INTO saved_replies (saved_reply_id, name, text, text_en, text_es, category, business_id, business_name, is_pinned, position) VALUES ('saved_replies saved_reply_id 2', 'saved_replies name 2', 'saved_replies text 2', 'saved_replies text_en 2', 'saved_replies text_es 2', 'saved_replies category 2', 'saved_replies business_id 2', 'saved_replies business_name 2', 0, 9002);
INSERT INTO automatic_replies (lead, rule_id, rule_name, kind, message, known_to, reason, gap, at) VALUES (1, 'automatic_replies rule_id 1', 'automatic_replies rule_name 1', 'automatic_replies kind 1', 1, 5001, '{"automatic_replies.reason":1}', 'automatic_replies gap 1', 8001);
INSERT INTO automatic_replies (lead, rule_id, rule_name, kind, message, known_to, reason, gap, at) VALUES (2, 'automatic_replies rule_id 2', 'automatic_replies rule_name 2', 'automatic_replies kind 2', 2, 5002, '{"automatic_replies.reason":2}', 'automatic_replies gap 2', 8002);
INSERT INTO moves (from_account, profile_id, to_account, without_webhooks, before_lead, matched, kept, reason, started_at, finished_at) VALUES ('account-1', 'moves profile_id 1', 'account-1', 1, 4001, 5001, 6001, '{"moves.reason":1}', 8001, 9001);
INSERT INTO moves (from_account, profile_id, to_account, without_webhooks, before_lead, matched, kept, reason, started_at, finished_at) VALUES ('account-2', 'moves profile_id 2', 'account-2', 0, 4002, 5002, 6002, '{"moves.reason":2}', 8002, 9002);
INSERT INTO marks (lead, mark, item, value, known_at, known_message, person) VALUES (1, 'marks mark 1', 'marks item 1', '{"marks.value":1}', 4001, 'marks known_message 1', 'marks person 1');
INSERT INTO marks (lead, mark, item, value, known_at, known_message, person) VALUES (2, 'marks mark 2', 'marks item 2', '{"marks.value":2}', 4002, 'marks known_message 2', 'marks person 2');
INSERT INTO team_finds (find, subject, target, body, at) VALUES (1, 'team_finds subject 1', 'team_finds target 1', '{"team_finds.body":1}', 4001);
INSERT INTO team_finds (find, subject, target, body, at) VALUES (2, 'team_finds subject 2', 'team_finds target 2', '{"team_finds.body":2}', 4002);
INSERT INTO batches (batch, batch_id) VALUES (1, 'batches batch_id 1');
INSERT INTO batches (batch, batch_id) VALUES (2, 'batches batch_id 2');
INSERT INTO team_activity (activity, lead, person, kind, value, at) VALUES (1, 1, 'team_activity person 1', 'team_activity kind 1', '{"team_activity.value":1}', 5001);
INSERT INTO team_activity (activity, lead, person, kind, value, at) VALUES (2, 2, 'team_activity person 2', 'team_activity kind 2', '{"team_activity.value":2}', 5002);
INSERT INTO moved_leads (was, lead, from_account, negotiation_id, record, moved_at) VALUES (1, 1, 'moved_leads from_account 1', 'moved_leads negotiation_id 1', '{"moved_leads.record":1}', 5001);
INSERT INTO moved_leads (was, lead, from_account, negotiation_id, record, moved_at) VALUES (2, 2, 'moved_leads from_account 2', 'moved_leads negotiation_id 2', '{"moved_leads.record":2}', 5002);
INSERT INTO told (lead, at) VALUES (1, 1001);
INSERT INTO told (lead, at) VALUES (2, 1002);
INSERT INTO repeated_descriptions (lead, message_id) VALUES (1, 'repeated_descriptions message_id 1');
INSERT INTO repeated_descriptions (lead, message_id) VALUES (2, 'repeated_descriptions message_id 2');
INSERT INTO phone_numbers (account_id, business_id, phone_number_id, phone_number, name, is_deleted, created_at, last_used_at, record) VALUES ('account-1', 'phone_numbers business_id 1', 'phone_numbers phone_number_id 1', 'phone_numbers phone_number 1', 'phone_numbers name 1', 1, 6001, 7001, '{"phone_numbers.record":1}');
INSERT INTO phone_numbers (account_id, business_id, phone_number_id, phone_number, name, is_deleted, created_at, last_used_at, record) VALUES ('account-2', 'phone_numbers business_id 2', 'phone_numbers phone_number_id 2', 'phone_numbers phone_number 2', 'phone_numbers name 2', 0, 6002, 7002, '{"phone_numbers.record":2}');
INSERT INTO webhooks (account_id, business_id, webhook_id, url, path, username, password_digest, state, reason, checked_at, last_delivery_at, shared, earlier_username, earlier_password_digest) VALUES ('account-1', 'webhooks business_id 1', 'webhooks webhook_id 1', 'webhooks url 1', 'webhooks path 1', 'webhooks username 1', 'webhooks password_digest 1', 'webhooks state 1', '{"webhooks.reason":1}', 9001, 10001, 11001, 'webhooks earlier_username 1', 'webhooks earlier_password_digest 1');
INSERT INTO webhooks (account_id, business_id, webhook_id, url, path, username, password_digest, state, reason, checked_at, last_delivery_at, shared, earlier_username, earlier_password_digest) VALUES ('account-2', 'webhooks business_id 2', 'webhooks webhook_id 2', 'webhooks url 2', 'webhooks path 2', 'webhooks username 2', 'webhooks password_digest 2', 'webhooks state 2', '{"webhooks.reason":2}', 9002, 10002, 11002, 'webhooks earlier_username 2', 'webhooks earlier_password_digest 2');
INSERT INTO lead_phones (lead, digits, phone, place) VALUES (1, 'lead_phones digits 1', 'lead_phones phone 1', 3001);
INSERT INTO lead_phones (lead, digits, phone, place) VALUES (2, 'lead_phones digits 2', 'lead_phones phone 2', 3002);
INSERT INTO read_counts (account_id, leads) VALUES ('account-1', 1001);
INSERT INTO read_counts (account_id, leads) VALUES ('account-2', 1002);
INSERT INTO job_status_tellings (lead, version, state, told, reason) VALUES (1, 1001, 'told', 'job_status_tellings told 1', '{"job_status_tellings.reason":1}');
INSERT INTO job_status_tellings (lead, version, state, told, reason) VALUES (2, 1002, 'job_status_tellings state 2', 'job_status_tellings told 2', '{"job_status_tellings.reason":2}');
INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at, attempts, waits_for, reason, due_at, send_at, unless_answered, known_to, known_reply) VALUES (1, 1, 'account-1', 'outbox state 1', 4001, 5001, 6001, 'outbox waits_for 1', '{"outbox.reason":1}', 9001, 10001, 11001, 12001, 13001);
INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at, attempts, waits_for, reason, due_at, send_at, unless_answered, known_to, known_reply) VALUES (2, 2, 'account-2', 'outbox state 2', 4002, 5002, 6002, 'outbox waits_for 2', '{"outbox.reason":2}', 9002, 10002, 11002, 12002, 13002);
INSERT INTO inbox (lead, account_id, business_id, activity_at, last_side, last_text, waiting_since, needs_reply, unread, starred, archived, outgoing, reply_by, never_answered, older, turn, first_reply_at, mine, colleagues, last_person, unassigned, mentioned, mine_turn) VALUES (1, 'account-1', 'inbox business_id 1', 3001, 'inbox last_side 1', 'inbox last_text 1', 6001, 7001, 8001, 9001, 10001, 11001, 12001, 13001, 14001, 15001, 16001, 17001, 18001, 'inbox last_person 1', 20001, 21001, 22001);
INSERT INTO inbox (lead, account_id, business_id, activity_at, last_side, last_text, waiting_since, needs_reply, unread, starred, archived, outgoing, reply_by, never_answered, older, turn, first_reply_at, mine, colleagues, last_person, unassigned, mentioned, mine_turn) VALUES (2, 'account-2', 'inbox business_id 2', 3002, 'inbox last_side 2', 'inbox last_text 2', 6002, 7002, 8002, 9002, 10002, 11002, 12002, 13002, 14002, 15002, 16002, 17002, 18002, 'inbox last_person 2', 20002, 21002, 22002);
INSERT INTO accounts (account_id, profile, generation, service, practice, user_id, user_name, connected, lists_leads, backfill, backfill_at, connected_at, last_contact_at, last_failure, team_since, lacks_scopes) VALUES ('account-1', '{"accounts.profile":1}', 2001, 'accounts service 1', 1, 'accounts user_id 1', 'accounts user_name 1', 1, 1, 'accounts backfill 1', 'accounts backfill_at 1', 11001, 12001, 'accounts last_failure 1', 14001, 15001);
INSERT INTO accounts (account_id, profile, generation, service, practice, user_id, user_name, connected, lists_leads, backfill, backfill_at, connected_at, last_contact_at, last_failure, team_since, lacks_scopes) VALUES ('account-2', '{"accounts.profile":2}', 2002, 'accounts service 2', 0, 'accounts user_id 2', 'accounts user_name 2', 0, 0, 'accounts backfill 2', 'accounts backfill_at 2', 11002, 12002, 'accounts last_failure 2', 14002, 15002);
INSERT INTO phone_number_lists (account_id, business_id, read_at) VALUES ('account-1', 'phone_number_lists business_id 1', 2001);
INSERT INTO phone_number_lists (account_id, business_id, read_at) VALUES ('account-2', 'phone_number_lists business_id 2', 2002);
INSERT INTO team_unread (unread, sequence, subject, data, reason) VALUES (1, 1001, 'team_unread subject 1', x'7465616d5f756e7265616420646174612031', '{"team_unread.reason":1}');
INSERT INTO team_unread (unread, sequence, subject, data, reason) VALUES (2, 1002, 'team_unread subject 2', x'7465616d5f756e7265616420646174612032', '{"team_unread.reason":2}');
INSERT INTO customers (account_id, customer_id, name) VALUES ('account-1', 'customers customer_id 1', 'customers name 1');
INSERT INTO customers (account_id, customer_id, name) VALUES ('account-2', 'customers customer_id 2', 'customers name 2');
INSERT INTO messages (message, lead, account_id, message_id, side, author, text, attachments, sent_at, written_here, automatic, automatic_text, person) VALUES (1, 1, 'account-1', 'messages message_id 1', 'messages side 1', 'messages author 1', 'messages text 1', '{"messages.attachments":1}', 8001, 1, 10001, 'messages automatic_text 1', 'messages person 1');
INSERT INTO messages (message, lead, account_id, message_id, side, author, text, attachments, sent_at, written_here, automatic, automatic_text, person) VALUES (2, 2, 'account-2', 'messages message_id 2', 'messages side 2', 'messages author 2', 'messages text 2', '{"messages.attachments":2}', 8002, 0, 10002, 'messages automatic_text 2', 'messages person 2');
INSERT INTO team_claims (lead, person, desktop, since, renewed) VALUES (1, 'team_claims person 1', 'team_claims desktop 1', 3001, 4001);
INSERT INTO team_claims (lead, person, desktop, since, renewed) VALUES (2, 'team_claims person 2', 'team_claims desktop 2', 3002, 4002);
INSERT INTO partner_endpoints (account_id, path, username, password_digest, renewed_at, last_call_at) VALUES ('account-1', 'partner_endpoints path 1', 'partner_endpoints username 1', 'partner_endpoints password_digest 1', 4001, 5001);
INSERT INTO partner_endpoints (account_id, path, username, password_digest, renewed_at, last_call_at) VALUES ('account-2', 'partner_endpoints path 2', 'partner_endpoints username 2', 'partner_endpoints password_digest 2', 4002, 5002);
INSERT INTO batch_marks (batch, lead, mark, item, before, after, news, before_person) VALUES (1, 1, 'batch_marks mark 1', 'batch_marks item 1', 'batch_marks before 1', 'batch_marks after 1', 1, 'batch_marks before_person 1');
INSERT INTO batch_marks (batch, lead, mark, item, before, after, news, before_person) VALUES (2, 2, 'batch_marks mark 2', 'batch_marks item 2', 'batch_marks before 2', 'batch_marks after 2', 0, 'batch_marks before_person 2');
INSERT INTO leads (lead, account_id, negotiation_id, business_id, customer_id, customer_name, category, city, status, price_text, price_cents, charge_state, created_at, complete, availability, changed_at, from_list, request_text, photos, urgency, listed, record) VALUES (1, 'account-1', 'leads negotiation_id 1', 'leads business_id 1', 'leads customer_id 1', 'leads customer_name 1', 'leads category 1', 'leads city 1', 'leads status 1', 'leads price_text 1', 10001, 'leads charge_state 1', 12001, 1, 'leads availability 1', 15001, 1, 'leads request_text 1', 18001, 'leads urgency 1', '{"leads.listed":1}', '{"leads.record":1}');
INSERT INTO leads (lead, account_id, negotiation_id, business_id, customer_id, customer_name, category, city, status, price_text, price_cents, charge_state, created_at, complete, availability, changed_at, from_list, request_text, photos, urgency, listed, record) VALUES (2, 'account-2', 'leads negotiation_id 2', 'leads business_id 2', 'leads customer_id 2', 'leads customer_name 2', 'leads category 2', 'leads city 2', 'leads status 2', 'leads price_text 2', 10002, 'leads charge_state 2', 12002, 0, 'leads availability 2', 15002, 0, 'leads request_text 2', 18002, 'leads urgency 2', '{"leads.listed":2}', '{"leads.record":2}');
INSERT INTO polls (lead, account_id, next_at, read_to, failures, misses, missed_at) VALUES (1, 'account-1', 2001, 3001, 4001, 5001, 6001);
INSERT INTO polls (lead, account_id, next_at, read_to, failures, misses, missed_at) VALUES (2, 'account-2', 2002, 3002, 4002, 5002, 6002);
INSERT INTO notes (note, lead, kind, text, at, edited_at, person) VALUES ('notes note 1', 1, 'notes kind 1', 'notes text 1', 4001, 5001, 'notes person 1');
INSERT INTO notes (note, lead, kind, text, at, edited_at, person) VALUES ('notes note 2', 2, 'notes kind 2', 'notes text 2', 4002, 5002, 'notes person 2');
INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state) VALUES ('account-1', 'lead_prices negotiation_id 1', 'lead_prices lead_price 1', 'lead_prices charge_state 1');
INSERT INTO lead_prices (account_id, negotiation_id, lead_price, charge_state) VALUES ('account-2', 'lead_prices negotiation_id 2', 'lead_prices lead_price 2', 'lead_prices charge_state 2');
INSERT INTO deliveries (delivery, account_id, unique_key, event_type, webhook_id, received_at, times, state, reason, negotiation_id, customer_name, business_name, size, body) VALUES (1, 'account-1', 'deliveries unique_key 1', 'deliveries event_type 1', 'deliveries webhook_id 1', 5001, 6001, 'deliveries state 1', '{"deliveries.reason":1}', 'deliveries negotiation_id 1', 'deliveries customer_name 1', 'deliveries business_name 1', 12001, '{"deliveries.body":1}');
INSERT INTO deliveries (delivery, account_id, unique_key, event_type, webhook_id, received_at, times, state, reason, negotiation_id, customer_name, business_name, size, body) VALUES (2, 'account-2', 'deliveries unique_key 2', 'deliveries event_type 2', 'deliveries webhook_id 2', 5002, 6002, 'deliveries state 2', '{"deliveries.reason":2}', 'deliveries negotiation_id 2', 'deliveries customer_name 2', 'deliveries business_name 2', 12002, '{"deliveries.body":2}');
INSERT INTO automatic_rules (rule_id, name, is_on, on_since, position, definition) VALUES ('automatic_rules rule_id 1', 'automatic_rules name 1', 1, 3001, 4001, 'automatic_rules definition 1');
INSERT INTO automatic_rules (rule_id, name, is_on, on_since, position, definition) VALUES ('automatic_rules rule_id 2', 'automatic_rules name 2', 0, 3002, 4002, 'automatic_rules definition 2');
INSERT INTO settings (name, value) VALUES ('settings name 1', '{"settings.value":1}');
INSERT INTO settings (name, value) VALUES ('settings name 2', '{"settings.value":2}');
INSERT INTO businesses (account_id, business_id, name, image_url, covered) VALUES ('account-1', 'businesses business_id 1', 'businesses name 1', 'businesses image_url 1', 1);
INSERT INTO businesses (account_id, business_id, name, image_url, covered) VALUES ('account-2', 'businesses business_id 2', 'businesses name 2', 'businesses image_url 2', 0);
INSERT INTO numbers_given (lead) VALUES (0);
INSERT INTO numbers_given (lead) VALUES (1);
INSERT INTO numbers_given (lead) VALUES (2);
INSERT INTO drafts (lead, text, saved_at, reply_id) VALUES (1, 'drafts text 1', 2001, 'drafts reply_id 1');
INSERT INTO drafts (lead, text, saved_at, reply_id) VALUES (2, 'drafts text 2', 2002, 'drafts reply_id 2');
INSERT INTO replies (reply_id, message, lead, given_back, handed) VALUES ('replies reply_id 1', 1, 1, 'replies given_back 1', 'replies handed 1');
INSERT INTO replies (reply_id, message, lead, given_back, handed) VALUES ('replies reply_id 2', 2, 2, 'replies given_back 2', 'replies handed 2');
INSERT INTO lead_words (lead_words, rank) VALUES ('crisismerge', 64);
INSERT INTO lead_words (rowid, words) VALUES (1, 'gutter'), (2, 'roof');

CREATE INDEX leads_missing ON leads (account_id) WHERE availability <> 'here';
CREATE INDEX leads_of_account ON leads (account_id);
CREATE INDEX leads_of_request ON leads
  (account_id, business_id, CAST(record ->> '$.request.requestID' AS TEXT));
CREATE INDEX leads_of_customer ON leads (customer_id, created_at DESC, lead DESC);
CREATE INDEX leads_of_category ON leads (category);
CREATE INDEX leads_arrived ON leads (created_at, lead, account_id, business_id, category, status,
  price_text, charge_state, availability) WHERE complete = 1;
CREATE TRIGGER lead_number_kept AFTER DELETE ON leads BEGIN
  UPDATE numbers_given SET lead = max(lead, old.lead);
END;
CREATE INDEX lead_phones_begin ON lead_phones (digits);
CREATE INDEX lead_phones_end ON lead_phones (substr(digits, -4));
CREATE INDEX messages_in_order ON messages (lead, sent_at, message);
CREATE INDEX messages_automatic ON messages (account_id, automatic_text, automatic)
  WHERE automatic_text IS NOT NULL;
CREATE INDEX messages_with_files ON messages (lead) WHERE attachments IS NOT NULL;
CREATE INDEX repeated_descriptions_known ON repeated_descriptions (message_id);
CREATE INDEX deliveries_to_apply ON deliveries (delivery) WHERE state = 'recorded';
CREATE INDEX deliveries_not_understood ON deliveries (account_id) WHERE state = 'not_understood';
CREATE INDEX deliveries_in_order ON deliveries (account_id, delivery, event_type, received_at, times,
  state, reason, negotiation_id, customer_name, business_name, size);
CREATE INDEX deliveries_with_body ON deliveries (received_at, event_type)
  WHERE state = 'applied' AND body <> '';
CREATE INDEX polls_due ON polls (account_id, next_at);
CREATE INDEX polls_unread ON polls (account_id) WHERE read_to IS NULL AND failures = 0 AND misses = 0;
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
CREATE INDEX moved_leads_of_lead ON moved_leads (lead);
CREATE INDEX moved_leads_of_account ON moved_leads (from_account, negotiation_id);
CREATE INDEX marks_tagged ON marks (item) WHERE mark = 'tags';
CREATE INDEX batch_marks_of_lead ON batch_marks (lead, mark);
CREATE INDEX job_status_waiting ON job_status_tellings (lead) WHERE state = 'waiting';
CREATE TRIGGER job_status_set AFTER INSERT ON marks WHEN new.mark = 'jobStatus' BEGIN
  INSERT INTO job_status_tellings (lead, version, state) VALUES (new.lead, 1, 'waiting')
  ON CONFLICT (lead) DO UPDATE SET version = version + 1, state = 'waiting', reason = NULL;
END;
CREATE TRIGGER job_status_changed AFTER UPDATE OF value ON marks
WHEN new.mark = 'jobStatus' AND old.value <> new.value BEGIN
  INSERT INTO job_status_tellings (lead, version, state) VALUES (new.lead, 1, 'waiting')
  ON CONFLICT (lead) DO UPDATE SET version = version + 1, state = 'waiting', reason = NULL;
END;
CREATE TRIGGER job_status_unset AFTER DELETE ON marks
WHEN old.mark = 'jobStatus' BEGIN
  UPDATE job_status_tellings SET version = version + 1, state = 'waiting', reason = NULL
  WHERE lead = old.lead;
END;
CREATE INDEX outbox_due ON outbox (account_id, state, next_at);
CREATE INDEX outbox_of_lead ON outbox (lead);
CREATE INDEX replies_of_lead ON replies (lead);
CREATE INDEX notes_of_lead ON notes (lead, at, note);
CREATE INDEX inbox_first_reply ON inbox (first_reply_at) WHERE first_reply_at IS NOT NULL;
CREATE INDEX search_notes_of_lead ON search_notes (lead);
CREATE TRIGGER words_said AFTER INSERT ON messages
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = new.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER words_unsaid AFTER DELETE ON messages
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = old.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
END;
CREATE TRIGGER words_changed AFTER UPDATE OF lead, text ON messages
WHEN (old.lead, old.text) <> (new.lead, new.text) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER words_noted AFTER INSERT ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = new.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER words_unnoted AFTER DELETE ON notes
WHEN EXISTS (SELECT 1 FROM search_entries WHERE lead = old.lead AND entry IS NOT NULL) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
END;
CREATE TRIGGER words_renoted AFTER UPDATE OF lead, text ON notes
WHEN (old.lead, old.text) <> (new.lead, new.text) BEGIN
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, old.text);
  INSERT INTO search_notes (lead, added) VALUES (new.lead, new.text);
END;
CREATE TRIGGER words_own AFTER UPDATE OF own ON search_entries
WHEN old.own <> new.own AND new.entry IS NOT NULL BEGIN
  INSERT INTO search_notes (lead, removed, added) VALUES (new.lead, old.own, new.own);
END;
CREATE TRIGGER words_gone AFTER DELETE ON leads BEGIN
  UPDATE search_entries SET own = '' WHERE lead = old.lead;
  INSERT INTO search_notes (lead, removed) VALUES (old.lead, '');
END;
CREATE TRIGGER words_shown AFTER INSERT ON inbox BEGIN
  INSERT INTO search_notes (lead, activity_at) VALUES (new.lead, new.activity_at);
END;
CREATE TRIGGER words_moved AFTER UPDATE OF activity_at ON inbox
WHEN old.activity_at >> 31 <> new.activity_at >> 31 BEGIN
  INSERT INTO search_notes (lead, activity_at) VALUES (new.lead, new.activity_at);
END;
CREATE INDEX automatic_replies_of_message ON automatic_replies (message) WHERE message IS NOT NULL;
CREATE INDEX automatic_replies_in_order ON automatic_replies (at);
CREATE INDEX messages_by_business ON messages (sent_at, lead) WHERE side = 'business';
CREATE INDEX reach_news_states ON reach_news (state, channel_id);
CREATE INDEX reach_news_of_lead ON reach_news (lead);
CREATE INDEX team_facts_of_lead ON team_facts (lead);
CREATE UNIQUE INDEX team_outbox_once ON team_outbox (kind, ifnull(lead, 0), item);
CREATE INDEX team_outbox_of_lead ON team_outbox (lead);
CREATE INDEX team_facts_offers ON team_facts (subject) WHERE offer IS NOT NULL;
CREATE INDEX team_outbox_order ON team_outbox (existing, kind <> 'reply', place);
CREATE INDEX team_mentions_lead ON team_mentions (lead);
CREATE INDEX team_activity_lead ON team_activity (lead, at);
CREATE INDEX team_activity_person ON team_activity (person, at);
CREATE INDEX team_activity_assigned ON team_activity (value, activity) WHERE kind IN ('assigned', 'handedOver');
CREATE VIEW held_businesses AS
SELECT b.account_id, b.business_id, b.name
FROM businesses b JOIN accounts a ON a.account_id = b.account_id
WHERE b.covered = 1 AND NOT EXISTS (
  -- CROSS JOIN: SQLite would scan all businesses for each business.
  SELECT 1 FROM accounts o CROSS JOIN businesses ob ON ob.account_id = o.account_id
  WHERE o.service = a.service AND ob.business_id = b.business_id AND ob.covered = 1
    AND (
      o.connected = 0, o.team_since IS NULL, -o.generation,
      o.lacks_scopes, ifnull(o.team_since, o.connected_at), o.account_id) < (
      a.connected = 0, a.team_since IS NULL, -a.generation,
      a.lacks_scopes, ifnull(a.team_since, a.connected_at), a.account_id));
CREATE INDEX leads_incomplete ON leads (account_id) WHERE complete = 0;
CREATE INDEX team_activity_at ON team_activity (at);
CREATE INDEX team_facts_waiting ON team_facts (subject)
  WHERE subject > 'reply.' AND subject < 'reply.~' AND lead IS NOT NULL
    AND (instr(fact, '"state":"queued"') > 0 OR instr(fact, '"state":"checking"') > 0);
PRAGMA user_version = 45;
COMMIT;
