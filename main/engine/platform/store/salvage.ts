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

type Column = { readonly name: string; readonly type: string; readonly pk: number };

/** What to read of a table: its columns, and the row's number where it has no key. */
const columnsOf = (db: Database.Database, table: string): readonly Column[] => {
  const columns = db
    .prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)')
    .all(table);
  return columns.some(({ pk }) => pk > 0)
    ? columns
    : [{ name: 'rowid', type: 'INTEGER', pk: 1 }, ...columns];
};

/** The columns of the key that a table is in order by, first things first. */
const keyOf = (db: Database.Database, { name, wr }: Table): readonly Column[] =>
  wr === 0
    ? [{ name: 'rowid', type: 'INTEGER', pk: 1 }]
    : columnsOf(db, name)
        .filter(({ pk }) => pk > 0)
        .toSorted((left, right) => left.pk - right.pk);

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
 * The greatest number in a table's key. When the page that it stands on is damaged: one that no row of a
 * sound page exceeds, not much greater than theirs.
 */
const greatest = (db: Database.Database, table: string, key: string): number => {
  let found = 0;
  const last = db.prepare<[], number>(`SELECT ifnull(max(${key}), 0) FROM ${table}`).pluck();
  if (untilDamage(() => void (found = last.get() ?? 0))) return found;
  const after = db.prepare<[number]>(`SELECT 1 FROM ${table} WHERE ${key} >= ? LIMIT 1`);
  // Small steps: many of them meet no damaged page, however many there are.
  let at = 2 ** 52;
  while (at > 1 && !untilDamage(() => void after.get(at))) at = Math.floor(at / 1.1);
  return at * 2;
};

/** So often a part is asked for that may be damaged: seconds at most, whatever the damage. */
const mostProbes = 200_000;

/**
 * A table that can be read to its end replaces the other one; of any other each readable row does.
 * Gives whether it could be read to its end.
 */
const salvageTable = (from: Database.Database, into: Database.Database, table: Table): boolean => {
  const { name } = table;
  const theirs = new Set(columnsOf(from, name).map((column) => column.name));
  const columns = columnsOf(into, name)
    .map((column) => column.name)
    .filter((column) => theirs.has(column));
  const put = into.prepare(
    `INSERT OR REPLACE INTO ${name} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  // An index may be what is damaged: the table itself is read.
  const reading = (rest: string): Database.Statement<number[], unknown[]> =>
    from
      .prepare<number[], unknown[]>(`SELECT ${columns.join()} FROM ${name} NOT INDEXED ${rest}`)
      .raw();
  const take = (rows: Database.Statement<number[], unknown[]>, ...given: number[]): void => {
    for (const row of rows.iterate(...given)) {
      // Damage can look like data: a row that this table cannot hold is none.
      untilDamage(() => void put.run(...row));
    }
  };
  const replace = into.transaction(() => {
    into.exec(`DELETE FROM ${name}`);
    take(reading(''));
  });
  if (untilDamage(replace)) return true;

  const key = keyOf(into, table);
  const [{ name: first, type } = { name: 'rowid', type: '' }] = key;
  if (type !== 'INTEGER') {
    // From both ends to the damage.
    for (const order of ['ASC', 'DESC'])
      untilDamage(() =>
        take(reading(`ORDER BY ${key.map((column) => `${column.name} ${order}`).join()}`)),
      );
    return false;
  }
  const part = reading(`WHERE ${first} BETWEEN ? AND ?`);
  let probes = 0;
  /** Ever smaller parts, so that a page costs only what stood on it. */
  const takePart = (least: number, most: number): void => {
    if (least > most || probes === mostProbes) return;
    probes += 1;
    if (untilDamage(() => take(part, least, most)) || least === most) return;
    const middle = Math.floor((least + most) / 2);
    takePart(least, middle);
    takePart(middle + 1, most);
  };
  takePart(0, greatest(from, name, first));
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
