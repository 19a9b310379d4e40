/** Copies readable rows of a damaged database into a backup, which has the same row numbers. */
import Database from 'better-sqlite3';

/** `wr` is 1 for a table without row numbers. */
type Table = { readonly name: string; readonly wr: 0 | 1 };

const listTables = (db: Database.Database, without: readonly string[] = []): readonly Table[] =>
  db
    .prepare<[], Table>(
      `SELECT name, wr FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .filter(({ name }) => !without.some((table) => name === table || name.startsWith(`${table}_`)));

type Column = { readonly name: string; readonly type: string; readonly pk: number };

/** Lists columns, with the row number for a table without a key. */
const listColumns = (db: Database.Database, table: string): readonly Column[] => {
  const columns = db
    .prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)')
    .all(table);
  return columns.some(({ pk }) => pk > 0)
    ? columns
    : [{ name: 'rowid', type: 'INTEGER', pk: 1 }, ...columns];
};

const listKeyColumns = (db: Database.Database, { name, wr }: Table): readonly Column[] =>
  wr === 0
    ? [{ name: 'rowid', type: 'INTEGER', pk: 1 }]
    : listColumns(db, name)
        .filter(({ pk }) => pk > 0)
        .toSorted((left, right) => left.pk - right.pk);

/** True if the target file could not be written, as opposed to damage of the source. */
const isWriteError = (thrown: unknown): boolean =>
  thrown instanceof Database.SqliteError &&
  /^SQLITE_(FULL|READONLY|IOERR_(WRITE|.*SYNC))/.test(thrown.code);

/** Runs `work`; false after damage. Throws errors of the target. */
const tryUntilDamage = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch (thrown) {
    if (isWriteError(thrown)) throw thrown;
    return false;
  }
};

/** Finds the greatest key of a table, or an upper bound not much greater when its page is damaged. */
const findGreatestKey = (db: Database.Database, table: string, key: string): number => {
  let found = 0;
  const last = db.prepare<[], number>(`SELECT ifnull(max(${key}), 0) FROM ${table}`).pluck();
  if (tryUntilDamage(() => void (found = last.get() ?? 0))) return found;
  const after = db.prepare<[number]>(`SELECT 1 FROM ${table} WHERE ${key} >= ? LIMIT 1`);
  // Small steps: many of them hit no damaged page.
  let at = 2 ** 52;
  while (at > 1 && !tryUntilDamage(() => void after.get(at))) at = Math.floor(at / 1.1);
  return at * 2;
};

/** Limit of range queries, so that salvaging takes seconds at most. */
const maxProbes = 200_000;

/** Replaces the target table if all rows are readable (true), otherwise only the readable rows. */
const salvageTable = (from: Database.Database, into: Database.Database, table: Table): boolean => {
  const { name } = table;
  const theirs = new Set(listColumns(from, name).map((column) => column.name));
  const columns = listColumns(into, name)
    .map((column) => column.name)
    .filter((column) => theirs.has(column));
  const put = into.prepare(
    `INSERT OR REPLACE INTO ${name} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  // The damage may be in an index, so only the table is read.
  const prepareRead = (rest: string): Database.Statement<number[], unknown[]> =>
    from
      .prepare<number[], unknown[]>(`SELECT ${columns.join()} FROM ${name} NOT INDEXED ${rest}`)
      .raw();
  const copyRows = (rows: Database.Statement<number[], unknown[]>, ...bounds: number[]): void => {
    for (const row of rows.iterate(...bounds)) {
      // Damage can look like data: rows that violate the schema are skipped.
      tryUntilDamage(() => void put.run(...row));
    }
  };
  const replace = into.transaction(() => {
    into.exec(`DELETE FROM ${name}`);
    copyRows(prepareRead(''));
  });
  if (tryUntilDamage(replace)) return true;

  const key = listKeyColumns(into, table);
  const [{ name: first, type } = { name: 'rowid', type: '' }] = key;
  if (type !== 'INTEGER') {
    // Reads from both ends to the damage.
    for (const order of ['ASC', 'DESC'])
      tryUntilDamage(() =>
        copyRows(prepareRead(`ORDER BY ${key.map((column) => `${column.name} ${order}`).join()}`)),
      );
    return false;
  }
  const part = prepareRead(`WHERE ${first} BETWEEN ? AND ?`);
  let probes = 0;
  /** Bisects, so that a damaged page costs only its own rows. */
  const copyPart = (least: number, most: number): void => {
    if (least > most || probes === maxProbes) return;
    probes += 1;
    if (tryUntilDamage(() => copyRows(part, least, most)) || least === most) return;
    const middle = Math.floor((least + most) / 2);
    copyPart(least, middle);
    copyPart(middle + 1, most);
  };
  copyPart(0, findGreatestKey(from, name, first));
  return false;
};

/** Keeps used AUTOINCREMENT numbers, so that they are not used twice. */
const keepNumbers = (from: Database.Database, into: Database.Database): void => {
  const used = from.prepare<[], { name: string; seq: number }>(
    'SELECT name, seq FROM sqlite_sequence',
  );
  const keep = into.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?');
  for (const { name, seq } of used.all()) keep.run(seq, name);
};

type Reference = { readonly table: string; readonly from: string; readonly to: string | null };

/** Deletes rows without their parents, repeatedly. */
const dropOrphans = (db: Database.Database, tables: readonly Table[]): void => {
  const references = tables.flatMap(({ name: child }) =>
    db
      .prepare<[string], Reference>('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)')
      .all(child)
      .map((reference) => {
        const key = listColumns(db, reference.table).find(({ pk }) => pk > 0)?.name ?? 'rowid';
        return db.prepare(
          `DELETE FROM ${child} WHERE ${reference.from} IS NOT NULL
             AND ${reference.from} NOT IN (SELECT ${reference.to ?? key} FROM ${reference.table})`,
        );
      }),
  );
  while (references.some((reference) => reference.run().changes > 0));
};

/** Drops all triggers, and returns the SQL that creates them. */
export const dropTriggers = (db: Database.Database): readonly string[] => {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  return triggers.map(({ sql }) => sql);
};

/** Copies readable rows but derived ones. Returns torn tables; throws if `into` cannot be written. */
export const salvage = (
  from: Database.Database,
  into: Database.Database,
  derived: readonly string[],
): ReadonlySet<string> => {
  const torn = new Set<string>();
  try {
    into.pragma('foreign_keys = OFF');
    into
      .transaction(() => {
        const triggers = dropTriggers(into);
        const tables = listTables(into, derived);
        for (const table of tables) {
          let isWhole = false;
          tryUntilDamage(() => void (isWhole = salvageTable(from, into, table)));
          if (!isWhole) torn.add(table.name);
        }
        tryUntilDamage(() => keepNumbers(from, into));
        dropOrphans(into, tables);
        for (const sql of triggers) into.exec(sql);
      })
      .immediate();
  } finally {
    into.pragma('foreign_keys = ON');
  }
  return torn;
};
