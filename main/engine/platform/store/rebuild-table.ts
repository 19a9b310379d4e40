/**
 * Rebuilds a table with another definition by SQLite's procedure ("Making Other Kinds Of Table
 * Schema Changes", sqlite.org/lang_altertable.html). For migrations only: with foreign keys on,
 * dropping the old table would delete every row that refers to it.
 */
import type { Database } from 'better-sqlite3';

const columnsOf = (db: Database, table: string): readonly string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

const countOf = (db: Database, table: string): unknown =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

/** The highest number ever used in an AUTOINCREMENT table; null for others. */
const highestNumber = (db: Database, table: string): number | null =>
  db
    .prepare<[string], number>('SELECT seq FROM sqlite_sequence WHERE name = ?')
    .pluck()
    .get(table) ?? null;

/**
 * `definition` follows the name in CREATE TABLE. Throws if foreign keys are on or a row is lost.
 */
export const rebuildTable = (db: Database, table: string, definition: string): void => {
  if (db.pragma('foreign_keys', { simple: true }) !== 0)
    throw new Error('a table is rebuilt with foreign keys off');
  const indexesAndTriggers = db
    .prepare<[string], string>(
      `SELECT sql FROM sqlite_schema
       WHERE tbl_name = ? AND type IN ('index', 'trigger') AND sql IS NOT NULL`,
    )
    .pluck()
    .all(table);
  const rows = countOf(db, table);
  const highest = highestNumber(db, table);
  const rebuilt = `${table}_rebuilt`;

  db.exec(`CREATE TABLE ${rebuilt} ${definition}`);
  const before = new Set(columnsOf(db, table));
  const columns = columnsOf(db, rebuilt).filter((column) => before.has(column));
  db.exec(`
    INSERT INTO ${rebuilt} (${columns.join()}) SELECT ${columns.join()} FROM ${table};
    DROP TABLE ${table};`);
  // Views and triggers of other tables refer to it by name and must not be checked or rewritten.
  db.pragma('legacy_alter_table = ON');
  db.exec(`ALTER TABLE ${rebuilt} RENAME TO ${table}`);
  db.pragma('legacy_alter_table = OFF');
  for (const sql of indexesAndTriggers) db.exec(sql);
  if (highest !== null) {
    db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table);
    db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, highest);
  }
  if (countOf(db, table) !== rows) throw new Error(`rows of ${table} were lost`);
};
