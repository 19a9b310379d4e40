/**
 * The columns of `inbox` that say what is marked. `inbox` is worked out from the rest, so a column that
 * a mark is new with is no migration: it is added when the file is opened.
 */
import type BetterSqlite3 from 'better-sqlite3';
import { inboxMarks } from './marks.ts';

/** Adds the columns that are not there yet, with what they say. */
export const followMarks = (db: BetterSqlite3.Database): void => {
  const there = new Set(
    db.prepare<[], string>("SELECT name FROM pragma_table_info('inbox')").pluck().all(),
  );
  const missing = inboxMarks.filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  db.transaction(() => {
    for (const { name, sql } of missing) {
      db.exec(`ALTER TABLE inbox ADD COLUMN "${name}" ANY`);
      db.exec(`UPDATE inbox AS l SET "${name}" = ${sql}`);
    }
  }).immediate();
};
