/**
 * What SQLite keeps for the views (indexes, counts and their triggers) follows from the views
 * themselves, which are no migration's business (leads/view-schema.ts): what earlier ones made goes.
 * And every mark of the professional's is a row of its own, so that a new one needs no new column.
 */
import type { Database } from 'better-sqlite3';

export const name = 'views-and-marks';

export const migrate = (db: Database): void => {
  db.exec(`
DROP TRIGGER inbox_counted;
DROP TRIGGER inbox_uncounted;
DROP TRIGGER inbox_recounted;
DROP TABLE counts;
DROP INDEX inbox_all;
DROP INDEX inbox_needs_reply;
DROP INDEX inbox_unread;
DROP INDEX inbox_starred;
DROP INDEX inbox_archived;
DROP INDEX inbox_failed;

ALTER TABLE marks RENAME TO marks_before;
CREATE TABLE marks (
  lead  INTEGER NOT NULL REFERENCES leads ON DELETE CASCADE,
  mark  TEXT NOT NULL,             -- its name (leads/marks.ts)
  item  TEXT NOT NULL DEFAULT '',  -- which one, of a mark that a lead can have several of
  value ANY NOT NULL,
  PRIMARY KEY (lead, mark, item)
) STRICT, WITHOUT ROWID;
INSERT INTO marks (lead, mark, value)
  SELECT lead, 'read', read_at FROM marks_before WHERE read_at > 0
  UNION ALL SELECT lead, 'starred', 1 FROM marks_before WHERE starred = 1
  UNION ALL SELECT lead, 'archived', 1 FROM marks_before WHERE archived = 1;

-- Customer activity up to here has been told on the desktop.
CREATE TABLE told (
  lead INTEGER PRIMARY KEY REFERENCES leads ON DELETE CASCADE,
  at   INTEGER NOT NULL
) STRICT;
INSERT INTO told SELECT lead, notified_at FROM marks_before WHERE notified_at > 0;
DROP TABLE marks_before;
`);
};
