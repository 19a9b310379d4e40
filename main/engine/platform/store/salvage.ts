/**
 * Takes over into a restored database what can still be read of the damaged one. The backup is an
 * ancestor of the damaged file, so their numbers mean the same rows: a table that can be read to its
 * end replaces the backup's, and of any other the rows that can be read are laid over it. What can be
 * worked out again is left out (see derived.ts).
 */
import Database from 'better-sqlite3';

/** `wr` is 1 for a table without row numbers. */
type Table = { readonly name: string; readonly wr: 0 | 1 };

const tablesOf = (db: Database.Database, without: readonly string[] = []): readonly Table[] =>
  db
    .prepare<[], Table>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .filter(({ name }) => !without.some((table) => name === table || name.startsWith(`${table}_`)));

type Column = { readonly name: string; readonly pk: number };

/** What to read of a table: its columns, and the row's number where it has no key. */
const columnsOf = (db: Database.Database, table: string): readonly Column[] => {
  const columns = db
    .prepare<[string], Column>('SELECT name, pk FROM pragma_table_info(?)')
    .all(table);
  return columns.some(({ pk }) => pk > 0) ? columns : [{ name: 'rowid', pk: 1 }, ...columns];
};

/** What is wrong where the rows go to is no damage of where they come from. */
const isOfWriting = (thrown: unknown): boolean =>
  thrown instanceof Database.SqliteError &&
  /^SQLITE_(FULL|READONLY|IOERR_(WRITE|.*SYNC))/.test(thrown.code);

/** Does what damage may interrupt; true when it did not. Throws when nothing more can be written. */
const untilDamage = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch (thrown) {
    if (isOfWriting(thrown)) throw thrown;
    return false;
  }
};

/**
 * A table that can be read to its end replaces the other one; of any other each readable row does.
 * Gives whether it could be read to its end.
 */
const salvageTable = (
  from: Database.Database,
  into: Database.Database,
  { name: table, wr }: Table,
): boolean => {
  const theirs = new Set(columnsOf(from, table).map(({ name }) => name));
  const columns = columnsOf(into, table)
    .map(({ name }) => name)
    .filter((name) => theirs.has(name));
  const put = into.prepare(
    `INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const take = (where: string, ...given: number[]): void => {
    // An index may be what is damaged: the table itself is read.
    const select = `SELECT ${columns.join()} FROM ${table} NOT INDEXED ${where}`;
    for (const row of from
      .prepare<number[], unknown>(select)
      .raw()
      .iterate(...given)) {
      // Damage can look like data: a row that this table cannot hold is none.
      untilDamage(() => void put.run(...(row as unknown[])));
    }
  };
  /** Ever smaller parts, so that a page costs only what stood on it. */
  const takePart = (first: number, last: number): void => {
    if (first > last) return;
    if (untilDamage(() => take('WHERE rowid BETWEEN ? AND ?', first, last)) || first === last)
      return;
    const middle = Math.floor((first + last) / 2);
    takePart(first, middle);
    takePart(middle + 1, last);
  };
  const replace = into.transaction(() => {
    into.exec(`DELETE FROM ${table}`);
    take('');
  });
  if (untilDamage(replace)) return true;
  if (wr === 1) {
    const keys = columnsOf(into, table).filter(({ pk }) => pk > 0);
    const inOrder = keys.toSorted((a, b) => a.pk - b.pk).map(({ name }) => name);
    // From both ends to the damage.
    for (const way of ['ASC', 'DESC']) {
      untilDamage(() => take(`ORDER BY ${inOrder.map((name) => `${name} ${way}`).join()}`));
    }
    return false;
  }
  const ends = from
    .prepare<[], { first: number; last: number }>(
      `SELECT (SELECT min(rowid) FROM ${table}) AS first, (SELECT max(rowid) FROM ${table}) AS last`,
    )
    .get();
  if (ends !== undefined) takePart(ends.first, ends.last);
  return false;
};

/** Numbers that were given stay given, also those of rows that are gone. */
const keepNumbers = (from: Database.Database, into: Database.Database): void => {
  const given = from.prepare<[], { name: string; seq: number }>(
    'SELECT name, seq FROM sqlite_sequence',
  );
  const keep = into.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?');
  for (const { name, seq } of given.all()) keep.run(seq, name);
};

type Reference = { readonly table: string; readonly from: string; readonly to: string | null };

/** Removes rows whose parents could not be read, and theirs in turn. */
const dropOrphans = (db: Database.Database, tables: readonly Table[]): void => {
  const references = tables.flatMap(({ name: child }) =>
    db
      .prepare<[string], Reference>('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)')
      .all(child)
      .map((reference) => {
        const key = columnsOf(db, reference.table).find(({ pk }) => pk > 0)?.name ?? 'rowid';
        return db.prepare(
          `DELETE FROM ${child} WHERE ${reference.from} IS NOT NULL
             AND ${reference.from} NOT IN (SELECT ${reference.to ?? key} FROM ${reference.table})`,
        );
      }),
  );
  while (references.some((reference) => reference.run().changes > 0));
};

/**
 * Lays what can be read of the damaged database over `into`, which has the same version. A file of
 * which nothing can be read changes nothing. Gives the tables that could not be read to their end.
 * Throws when `into` cannot be written.
 *
 * @param derived the tables that are worked out from others and left as they are, but for rows without parents
 */
export const salvage = (
  from: Database.Database,
  into: Database.Database,
  derived: readonly string[],
): ReadonlySet<string> => {
  const torn = new Set<string>();
  try {
    into.pragma('foreign_keys = OFF');
    const triggers = into
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    into
      .transaction(() => {
        for (const { name } of triggers) into.exec(`DROP TRIGGER ${name}`);
        const tables = tablesOf(into, derived);
        for (const table of tables) {
          let isWhole = false;
          untilDamage(() => {
            isWhole = salvageTable(from, into, table);
          });
          if (!isWhole) torn.add(table.name);
        }
        untilDamage(() => keepNumbers(from, into));
        dropOrphans(into, tables);
        for (const { sql } of triggers) into.exec(sql);
      })
      .immediate();
  } finally {
    into.pragma('foreign_keys = ON');
  }
  return torn;
};
