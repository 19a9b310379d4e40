/** Fills a database of any schema version with rows in every table, based on the schema. */
import type Database from 'better-sqlite3';

type Column = { readonly name: string; readonly type: string };

const virtualOrShadow = "type <> 'table'";

export const tablesOf = (db: Database.Database): readonly string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND NOT (${virtualOrShadow}) AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all();

export const columnsOf = (db: Database.Database, table: string): readonly Column[] =>
  db.prepare<[string], Column>('SELECT name, type FROM pragma_table_info(?)').all(table);

const parentsOf = (db: Database.Database, table: string): ReadonlyMap<string, string> =>
  new Map(
    db
      .prepare<[string], { table: string; from: string }>(
        'SELECT "table", "from" FROM pragma_foreign_key_list(?)',
      )
      .all(table)
      .map(({ table: parent, from }) => [from, parent]),
  );

/** Parents before their children. */
const inOrder = (db: Database.Database): readonly string[] => {
  const sorted: string[] = [];
  const put = (table: string): void => {
    if (sorted.includes(table)) return;
    for (const parent of parentsOf(db, table).values()) put(parent);
    sorted.push(table);
  };
  tablesOf(db).forEach(put);
  return sorted;
};

/** The values that a column's CHECK allows. */
const allowed = (sql: string, column: string): readonly string[] | null => {
  const list = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)`).exec(sql)?.[1];
  return list?.split(',').map((word) => word.trim().replaceAll("'", '')) ?? null;
};

const json = ['profile', 'record', 'body', 'value', 'reason', 'attachments', 'listed'];

/** Fills every table with `rows` rows; row `n` of a table belongs to rows `n` of its parents. */
export const fillTables = (db: Database.Database, rows: number): void => {
  const keyOf: Readonly<Record<string, (n: number) => string | number>> = {
    account_id: (n) => `account-${n}`,
    lead: (n) => n,
    message: (n) => n,
  };
  for (const table of inOrder(db)) {
    const sql = db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(table);
    const parents = parentsOf(db, table);
    const columns = columnsOf(db, table);
    const put = db.prepare(
      `INSERT OR REPLACE INTO ${table} (${columns.map(({ name }) => name).join()})
       VALUES (${columns.map(() => '?').join()})`,
    );
    for (let n = 1; n <= rows; n++) {
      const values = columns.map(({ name, type }, index) => {
        const words = allowed(sql ?? '', name);
        const key = keyOf[parents.get(name) === 'accounts' ? 'account_id' : name];
        if (words !== null) {
          const word = words[n % words.length] ?? '';
          return type === 'INTEGER' ? Number(word) : word;
        }
        if (key !== undefined) return key(n);
        if (json.includes(name)) return JSON.stringify({ [`${table}.${name}`]: n });
        if (type === 'INTEGER') return index * 1_000 + n;
        const text = `${table} ${name} ${n}`;
        return type === 'BLOB' ? Buffer.from(text) : text;
      });
      put.run(...values);
    }
  }
};
