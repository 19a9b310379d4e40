/** Migrations lose no row, even when a step rebuilds a table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  migrate,
  migrations,
  getNewestVersion,
  readVersion,
  type Migration,
} from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { columnsOf, fillTables, tablesOf } from '../../support/filled.ts';
import { temporaryFolder, testClock, testLog } from '../../support/store.ts';

const rows = 3;

type Shape = ReadonlyMap<string, readonly string[]>;

const shapeOf = (db: Database.Database): Shape =>
  new Map(tablesOf(db).map((table) => [table, columnsOf(db, table).map(({ name }) => name)]));

/** Every row of every table, in the columns of `shape`. */
const contentsOf = (
  db: Database.Database,
  shape: Shape,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...shape].map(([table, columns]) => [
      table,
      db
        .prepare(`SELECT ${columns.join()} FROM ${table}`)
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );

const soundness = (db: Database.Database): readonly unknown[] => [
  db.pragma('quick_check', { simple: true }),
  db.pragma('foreign_key_check'),
];

const newFile = (fill: (db: Database.Database) => void): string => {
  const file = join(temporaryFolder(), 'leads.db');
  const db = new Database(file);
  fill(db);
  db.close();
  return file;
};

const filledFile = (): string =>
  newFile((db) => {
    migrate(db, migrations);
    fillTables(db, rows);
  });

const opened = (file: string, steps: readonly Migration[] = migrations): Database.Database => {
  const answer = openStore({ file, clock: testClock(), log: testLog(), migrations: steps });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  onTestFinished(() => answer.value.close());
  return answer.value.db;
};

// Development builds reached version 45 in 45 steps. Delete this with version-45.sql at the first release.
describe('a database of the last development build', () => {
  const fill = (db: Database.Database): void =>
    void db.exec(readFileSync(join(import.meta.dirname, 'version-45.sql'), 'utf8'));

  /** Tables by their columns and references in any order; everything else by its SQL without comments. */
  const schemaOf = (db: Database.Database): unknown => ({
    tables: tablesOf(db)
      .toSorted()
      .map((table) => [
        table,
        db
          .prepare(
            'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name',
          )
          .all(table),
        db
          .prepare(
            'SELECT "table", "from", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"',
          )
          .all(table),
        db.prepare('SELECT wr, strict FROM pragma_table_list WHERE name = ?').get(table),
        db
          .prepare("SELECT name FROM pragma_index_list(?) WHERE origin <> 'pk' ORDER BY name")
          .pluck()
          .all(table),
      ]),
    checks: db
      .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
      .flatMap((sql) => sql.match(/CHECK \([^)]*\)+/g) ?? []),
    others: db
      .prepare<[], string>(
        `SELECT sql FROM sqlite_schema
         WHERE sql IS NOT NULL AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%') ORDER BY name`,
      )
      .pluck()
      .all()
      .map((sql) => sql.replaceAll(/\s+/g, ' ').replaceAll('"', '')),
    fullText: db.prepare('SELECT k, v FROM lead_words_config ORDER BY k').all(),
  });

  /** Rows as lists of values, without the order of columns and names that have changed. */
  const valuesOf = (db: Database.Database): readonly string[] =>
    Object.values(contentsOf(db, shapeOf(db)))
      .flat()
      .map((row) => JSON.stringify(Object.values(JSON.parse(row) as object).sort()))
      .map((row) => row.replace('"told"', '"reported"'))
      .sort();

  it('keeps every row and is sound after migration', () => {
    const before = new Database(':memory:');
    fill(before);
    const had = contentsOf(before, shapeOf(before));
    expect(Object.entries(had).filter(([, lines]) => lines.length < 2)).toEqual([]);
    const db = opened(newFile(fill));
    expect(valuesOf(db)).toEqual(valuesOf(before));
    expect(soundness(db)).toEqual(['ok', []]);
  });

  it('has the schema of a new database after migration', () => {
    const fresh = opened(join(temporaryFolder(), 'leads.db'));
    expect(schemaOf(opened(newFile(fill)))).toEqual(schemaOf(fresh));
  });

  it('is the schema that backups and damaged files of that version are read into', () => {
    const earlier = new Database(':memory:');
    migrate(earlier, migrations, 45);
    const before = new Database(':memory:');
    fill(before);
    const namesOf = (db: Database.Database) =>
      [...shapeOf(db)].map(([table, columns]) => [table, ...columns.toSorted()].join(' ')).sort();
    expect([readVersion(earlier), namesOf(earlier)]).toEqual([45, namesOf(before)]);
    migrate(earlier, migrations);
    const fresh = opened(join(temporaryFolder(), 'leads.db'));
    expect(schemaOf(earlier)).toEqual(schemaOf(fresh));
  });
});

describe('a step that rebuilds a table', () => {
  const withStep = (step: Migration['migrate']) => [...migrations, { name: 'test', migrate: step }];
  const bodyOf = (db: Database.Database, table: string): string => {
    const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table);
    return String(sql).slice(String(sql).indexOf('('));
  };

  it('keeps the rows that reference it', () => {
    const file = filledFile();
    const before = new Database(file);
    const had = contentsOf(before, shapeOf(before));
    before.close();
    const db = opened(
      file,
      withStep((at) =>
        at.exec(`
          CREATE TABLE leads_new ${bodyOf(at, 'leads')};
          INSERT INTO leads_new SELECT * FROM leads;
          DROP TABLE leads;
          ALTER TABLE leads_new RENAME TO leads`),
      ),
    );
    expect(contentsOf(db, shapeOf(db))).toEqual(had);
    expect([db.pragma('foreign_keys', { simple: true }), ...soundness(db)]).toEqual([1, 'ok', []]);
    for (const table of ['marks', 'drafts', 'leads'])
      db.exec(`DELETE FROM ${table} WHERE lead = 2`);
    expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(rows - 1);
  });

  it('is rolled back when it leaves orphaned rows', () => {
    const file = filledFile();
    const tearing = withStep((db) => void db.exec('DELETE FROM leads WHERE lead = 2'));
    expect(() => opened(file, tearing)).toThrow('without their parents');
    const db = opened(file);
    expect([readVersion(db), db.prepare('SELECT count(*) FROM leads').pluck().get()]).toEqual([
      getNewestVersion(),
      rows,
    ]);
  });

  it('runs after a repair on a file with orphaned rows', () => {
    const file = filledFile();
    const torn = new Database(file);
    torn.pragma('foreign_keys = OFF');
    torn.exec('DELETE FROM leads WHERE lead = 2');
    torn.close();
    const db = opened(
      file,
      withStep((at) => void at.exec('CREATE TABLE later (a ANY) STRICT')),
    );
    expect([readVersion(db), ...soundness(db)]).toEqual([getNewestVersion() + 1, 'ok', []]);
    expect(db.prepare('SELECT lead FROM leads').pluck().all()).toEqual([1, 3]);
  });
});

it('only flags have a CHECK, so that a new value needs no migration', () => {
  const db = opened(join(temporaryFolder(), 'leads.db'));
  const checks = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .flatMap((sql) => sql.match(/CHECK \([^)]*\)/g) ?? []);
  expect(checks.filter((check) => !/ IN \(0, 1\)$/.test(check))).toEqual([]);
});
