/**
 * Floor of applying deliveries: plain statements insert the resulting rows into the same schema, with its
 * indexes, triggers and full text, in as many transactions. The texts are read back from a full-text
 * index that has only them, because a contentless index stores no texts.
 */
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { waitUntilApplied, firstNewLead } from './backlog.ts';
import { createDeliveries } from './records.ts';
import {
  copyStore,
  dispose,
  createFolderWithoutLeads,
  openFolder,
  recordDeliveries,
} from './seed.ts';
import { startEngine } from './engine.ts';

type Database = BetterSqlite3.Database;
type Cells = readonly (string | number | bigint | Buffer | null)[];
type Rows = { readonly insert: string; readonly rows: readonly Cells[] };

/** Deliveries per commit. */
const together = 200;

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const readColumns = (db: Database, table: string): { name: string; pk: number }[] =>
  db.prepare<[], { name: string; pk: number }>(`PRAGMA table_info(${quote(table)})`).all();

const listFullTextTables = (db: Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'`,
    )
    .pluck()
    .all();

/** Tables without the shadow tables of full text and the tables that triggers fill. */
const listOrdinaryTables = (db: Database): string[] =>
  db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('deliveries', 'counts', 'greatest_deleted_lead')`,
    )
    .all()
    .map(({ name }) => name);

const buildInsert = (table: string, columns: readonly string[]): string =>
  `INSERT OR IGNORE INTO ${quote(table)} (${columns.map(quote).join(', ')})
   VALUES (${columns.map(() => '?').join(', ')})`;

/** Rows of a table that are in `main` but not in `old`. */
const readNewRows = (db: Database, table: string): Rows => {
  const columns = readColumns(db, table);
  const key = columns
    .filter(({ pk }) => pk > 0)
    .map(({ name }) => `o.${quote(name)} = n.${quote(name)}`);
  const rows =
    key.length === 0
      ? []
      : db
          .prepare<[], Cells>(
            `SELECT * FROM main.${quote(table)} n
             WHERE NOT EXISTS (SELECT 1 FROM old.${quote(table)} o WHERE ${key.join(' AND ')})`,
          )
          .raw()
          .all();
  return {
    insert: buildInsert(
      table,
      columns.map(({ name }) => name),
    ),
    rows,
  };
};

type Document = { readonly id: number; readonly texts: readonly string[] };

/** The documents of a full-text index in the order of their row ids, as words without accents. */
const readDocuments = (db: Database, table: string): readonly Document[] => {
  const columns = readColumns(db, table).map(({ name }) => name);
  db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', '${table}', 'instance')`);
  const found = new Map<number, string[][]>();
  const words = db.prepare<[], { doc: number; col: string; term: string; offset: number | null }>(
    'SELECT doc, col, term, offset FROM temp.words',
  );
  for (const { doc, col, term, offset } of words.iterate()) {
    const texts = found.get(doc) ?? columns.map(() => []);
    const text = texts[Math.max(0, columns.indexOf(col))] ?? [];
    text[offset ?? text.length] = term;
    found.set(doc, texts);
  }
  db.exec('DROP TABLE temp.words');
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([id, texts]) => ({
      id,
      texts: texts.map((text) => text.filter((term) => term !== undefined).join(' ')),
    }));
};

const buildRows = (db: Database, table: string, documents: readonly Document[]): Rows => ({
  insert: buildInsert(table, ['rowid', ...readColumns(db, table).map(({ name }) => name)]),
  rows: documents.map(({ id, texts }) => [id, ...texts]),
});

type Documents = ReadonlyMap<string, readonly Document[]>;

/** The documents of the deliveries, by table. */
const readDeliveredDocuments = async (count: number): Promise<Documents> => {
  const folder = createFolderWithoutLeads();
  recordDeliveries(folder, createDeliveries(firstNewLead, count));
  const engine = await startEngine(folder);
  await waitUntilApplied(folder);
  await engine.stop();
  const { db, close } = openFolder(folder);
  const documents = new Map(
    listFullTextTables(db).map((table) => [table, readDocuments(db, table)]),
  );
  close();
  dispose(folder);
  return documents;
};

/**
 * Inserts the rows that an applied store has and the seeded store does not, into a copy of the seeded one.
 * @param done the folder of the applied store
 * @param warmUp number of deliveries that were applied before the `count` measured ones
 * @returns the seconds for the rows of `count` deliveries
 */
export const insertRaw = async (
  seededStore: string,
  done: string,
  warmUp: number,
  count: number,
): Promise<number> => {
  const documents = await readDeliveredDocuments(warmUp + count);
  const after = openFolder(done);
  after.db.exec(`ATTACH '${join(seededStore, 'leads.db')}' AS old`);
  const sets = [
    ...listOrdinaryTables(after.db).map((table) => readNewRows(after.db, table)),
    ...[...documents].map(([table, texts]) => buildRows(after.db, table, texts)),
  ];
  after.close();

  const folder = copyStore(seededStore);
  const { db, close } = openFolder(folder);
  const prepared = sets.map(({ insert, rows }) => ({ put: db.prepare(insert), rows }));
  const commits = Math.ceil((warmUp + count) / together);
  // Rows of all tables are interleaved evenly, without regard to references.
  db.pragma('foreign_keys = OFF');
  const commit = db.transaction((turn: number) => {
    for (const { put, rows } of prepared) {
      const from = Math.floor((rows.length * turn) / commits);
      const to = Math.floor((rows.length * (turn + 1)) / commits);
      for (const cells of rows.slice(from, to)) put.run(...cells);
    }
  });
  const warm = Math.round((commits * warmUp) / (warmUp + count));
  let began = performance.now();
  for (let turn = 0; turn < commits; turn += 1) {
    if (turn === warm) began = performance.now();
    commit.immediate(turn);
  }
  const seconds = (performance.now() - began) / 1_000;
  close();
  dispose(folder);
  return seconds;
};
