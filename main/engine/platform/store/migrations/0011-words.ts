/**
 * One index of words for all of a lead, by the time of its last activity (leads/search.ts), in the
 * place of one for messages and one for leads: what a search finds first is found first. It keeps
 * neither texts nor places of words. Triggers note what changes; what is here already is noted here.
 */
import type { Database } from 'better-sqlite3';

export const name = 'words';

export const migrate = (db: Database): void => {
  db.exec(`
DROP TABLE message_search;
DROP TABLE lead_search;

-- The rowid is the entry: the month of the last activity times 2^32, and the lead.
CREATE VIRTUAL TABLE lead_words USING fts5(
  words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='2 3 4');
CREATE VIRTUAL TABLE lead_vocabulary USING fts5vocab(lead_words, instance);

CREATE TABLE search_entries (
  lead         INTEGER PRIMARY KEY,
  entry        INTEGER,                     -- NULL while the lead has not stood in a list
  own          TEXT NOT NULL DEFAULT ''     -- words of the lead itself, without its messages
) STRICT;

-- Empty but for changes of the transaction that is under way. A lead without an entry needs none: it is
-- taken as a whole when it is first shown.
CREATE TABLE search_notes (
  note         INTEGER PRIMARY KEY,
  lead         INTEGER NOT NULL,
  added        TEXT,
  removed      TEXT,
  activity_at  INTEGER
) STRICT;

INSERT INTO search_entries (lead, own)
SELECT lead, concat_ws(' ', customer_name, category, city, CASE json_valid(record) WHEN 1 THEN (
    SELECT group_concat(value, ' ') FROM json_tree(l.record)
    WHERE type = 'text' AND key IN ('title', 'description', 'question', 'answer')) END)
FROM leads l;
INSERT INTO search_notes (lead, activity_at) SELECT lead, activity_at FROM inbox ORDER BY lead;

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
`);
};
