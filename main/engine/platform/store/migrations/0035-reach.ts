/** News for the professional's own channels (main/engine/reach/). */
import type { Database } from 'better-sqlite3';

export const name = 'reach';

export const migrate = (db: Database): void =>
  void db.exec(`
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
CREATE INDEX reach_news_of_lead ON reach_news (lead);`);
