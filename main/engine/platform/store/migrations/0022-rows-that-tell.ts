/**
 * A row of the list tells what is asked for, with how many photos, and until when a reply is due; leads
 * that had waited for weeks when their account was connected stand apart. `inbox` is worked out from
 * the rest: when replies are due is filled in at the next start (leads/reply-times.ts), the rest here.
 */
import type { Database } from 'better-sqlite3';

export const name = 'rows-that-tell';

/** The first of these that is a text and not empty, as one line. */
const firstText = (paths: readonly string[]): string =>
  `coalesce(${paths
    .map(
      (path) => `CASE json_type(record, '${path}') WHEN 'text'
        THEN nullif(trim(replace(replace(substr(record ->> '${path}', 1, 200), char(13), ' '), char(10), ' ')), '')
      END`,
    )
    .concat("''")
    .join(', ')})`;

export const migrate = (db: Database): void => {
  db.exec(`
ALTER TABLE leads ADD COLUMN request_text TEXT NOT NULL DEFAULT '';
ALTER TABLE leads ADD COLUMN photos INTEGER NOT NULL DEFAULT 0;
UPDATE leads SET
  request_text = ${firstText(['$.request.description', '$.description', '$.request.title'])},
  photos = ifnull(json_array_length(record, '$.request.attachments'),
    ifnull(json_array_length(record, '$.attachments'), 0))
WHERE json_valid(record);

ALTER TABLE inbox ADD COLUMN reply_by INTEGER;
ALTER TABLE inbox ADD COLUMN never_answered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN older INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inbox ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;`);
};
