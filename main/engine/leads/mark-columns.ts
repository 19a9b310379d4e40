import type BetterSqlite3 from 'better-sqlite3';
import { inboxMarks } from './marks.ts';

/** Adds and fills the columns of new marks in `inbox`, so that a new mark needs no migration. */
export const addMarkColumns = (db: BetterSqlite3.Database): void => {
  const existing = new Set(
    db.prepare<[], string>("SELECT name FROM pragma_table_info('inbox')").pluck().all(),
  );
  const missing = inboxMarks.filter(({ name }) => !existing.has(name));
  if (missing.length === 0) return;
  db.transaction(() => {
    for (const { name, sql } of missing) {
      db.exec(`ALTER TABLE inbox ADD COLUMN "${name}" ANY`);
      db.exec(`UPDATE inbox AS l SET "${name}" = ${sql}`);
    }
  }).immediate();
};
