/** An update of the app loses nothing: whatever the version of the file, and whatever a step rebuilds. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  migrate,
  migrations,
  versionOf,
  type Migration,
} from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { rebuildTable } from '../../../../../main/engine/platform/store/rebuild-table.ts';
import { columnsOf, fillTables, tablesOf } from '../../support/filled.ts';
import { temporaryFolder, testClock, testLog } from '../../support/store.ts';

const rows = 3;

/** What has another name now, in the words of the newest version. */
const today: Readonly<Record<string, string>> = {
  'polls.polled_at': 'read_to',
};

/** What the columns of a table of before are read from, where they stand in rows now. */
const rowsToday: Readonly<Record<string, string>> = {
  'marks.read_at': `(SELECT lead, ${['read', 'starred', 'archived']
    .map(
      (mark) =>
        `ifnull((SELECT value FROM marks m WHERE m.lead = leads.lead AND mark = '${mark}'), 0)
         AS ${mark === 'read' ? 'read_at' : mark}`,
    )
    .join()}, ifnull((SELECT at FROM told WHERE told.lead = leads.lead), 0) AS notified_at
    FROM leads)`,
};

/** Read by nobody, and taken out. */
const gone = ['outbox.queued_at', 'outbox.undo_until', 'inbox.failed'];

/** Worked out again from the views at each start. */
const derived = ['counts'];

type Shape = ReadonlyMap<string, readonly string[]>;

const shapeOf = (db: Database.Database): Shape =>
  new Map(
    tablesOf(db)
      .filter((table) => !derived.includes(table))
      .map((table) => [
        table,
        columnsOf(db, table)
          .map(({ name }) => name)
          .filter((column) => !gone.includes(`${table}.${column}`)),
      ]),
  );

/** Every row of every table of `shape`, read with what `called` gives for a column. */
const contentsOf = (
  db: Database.Database,
  shape: Shape,
  called: (table: string, column: string) => string,
  from: (table: string) => string = (table) => table,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...shape].map(([table, columns]) => [
      table,
      db
        .prepare(
          `SELECT ${columns.map((name) => `${called(table, name)} AS ${name}`).join()} FROM ${from(table)}`,
        )
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );

const soundness = (db: Database.Database): readonly unknown[] => [
  db.pragma('quick_check', { simple: true }),
  db.pragma('foreign_key_check'),
];

const fileOf = (version: number): string => {
  const file = join(temporaryFolder(), 'leads.db');
  const db = new Database(file);
  migrate(db, migrations.slice(0, version));
  fillTables(db, rows);
  db.close();
  return file;
};

const opened = (file: string, steps: readonly Migration[] = migrations): Database.Database => {
  const answer = openStore({ file, clock: testClock(), log: testLog(), migrations: steps });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  onTestFinished(() => answer.value.close());
  return answer.value.db;
};

describe('a file of an earlier version', () => {
  it.each(migrations.slice(0, -1).map(({ name }, index) => [index + 1, name] as const))(
    'keeps every row: version %i (%s)',
    (version) => {
      const file = fileOf(version);
      const before = new Database(file);
      const shape = shapeOf(before);
      const had = contentsOf(before, shape, (_, column) => column);
      before.close();
      expect(Object.entries(had).filter(([, lines]) => lines.length < rows)).toEqual([]);

      const db = opened(file);
      expect(versionOf(db)).toBe(migrations.length);
      const isThere = shapeOf(db);
      const isHere = (table: string, column: string): boolean =>
        isThere.get(table)?.includes(column) === true;
      const has = contentsOf(
        db,
        shape,
        (table, column) =>
          isHere(table, column) ? column : (today[`${table}.${column}`] ?? column),
        (table) => {
          const lost = shape.get(table)?.find((column) => !isHere(table, column));
          return rowsToday[`${table}.${lost}`] ?? table;
        },
      );
      expect(has).toEqual(had);
      expect(soundness(db)).toEqual(['ok', []]);
    },
  );

  it('has the schema of a new one in the end', () => {
    const schemaOf = (db: Database.Database): unknown =>
      db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
    const fresh = opened(join(temporaryFolder(), 'leads.db'));
    expect(schemaOf(opened(fileOf(1)))).toEqual(schemaOf(fresh));
  });
});

it('begins its full text anew where Arabic or Hebrew is written, and nowhere else', () => {
  const notedAfter = (text: string): unknown => {
    const file = fileOf(28);
    const before = new Database(file);
    before.prepare('UPDATE messages SET text = ?').run(text);
    before.exec('DELETE FROM search_notes');
    before.close();
    return opened(file).prepare('SELECT count(DISTINCT lead) FROM search_notes').pluck().get();
  };
  expect([notedAfter('תַּקָּלָה'), notedAfter('José, señor')]).toEqual([rows, 0]);
});

describe('a step that rebuilds a table', () => {
  const withStep = (step: Migration['migrate']) => [...migrations, { name: 'test', migrate: step }];
  const bodyOf = (db: Database.Database, table: string): string => {
    const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table);
    return String(sql).slice(String(sql).indexOf('('));
  };

  it.each([
    [
      'as SQLite describes it',
      (db: Database.Database) =>
        db.exec(`
          CREATE TABLE leads_new ${bodyOf(db, 'leads')};
          INSERT INTO leads_new SELECT * FROM leads;
          DROP TABLE leads;
          ALTER TABLE leads_new RENAME TO leads`),
    ],
    [
      'by the function for it',
      (db: Database.Database) => rebuildTable(db, 'leads', bodyOf(db, 'leads')),
    ],
  ])('keeps what refers to it, %s', (_, rebuild) => {
    const file = fileOf(migrations.length);
    const before = new Database(file);
    const had = contentsOf(before, shapeOf(before), (_table, column) => column);
    before.close();
    const db = opened(
      file,
      withStep((at) => void rebuild(at)),
    );
    expect(contentsOf(db, shapeOf(db), (_table, column) => column)).toEqual(had);
    expect([db.pragma('foreign_keys', { simple: true }), ...soundness(db)]).toEqual([1, 'ok', []]);
    for (const table of ['marks', 'drafts', 'leads'])
      db.exec(`DELETE FROM ${table} WHERE lead = 2`);
    expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(rows - 1);
  });

  it('keeps its indexes, its triggers, its views and the numbers it has given', () => {
    const file = fileOf(migrations.length);
    const before = new Database(file);
    before.exec(`INSERT INTO messages (message, lead, account_id, side, text, sent_at)
      VALUES (99, 1, 'account-1', 'customer', '', 0); DELETE FROM messages WHERE message = 99`);
    const belongings = (db: Database.Database): unknown =>
      db.prepare("SELECT sql FROM sqlite_schema WHERE type <> 'table' ORDER BY name").all();
    const had = belongings(before);
    before.close();
    const db = opened(
      file,
      withStep((at) => {
        for (const table of ['accounts', 'businesses', 'leads', 'messages', 'polls', 'inbox'])
          rebuildTable(at, table, bodyOf(at, table));
      }),
    );
    expect(belongings(db)).toEqual(had);
    expect(db.prepare('SELECT count(*) FROM held_businesses').pluck().get()).toBe(2);
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO messages (lead, account_id, side, text, sent_at)
         VALUES (1, 'account-1', 'customer', '', 0)`,
      )
      .run();
    expect(lastInsertRowid).toBe(100);
  });

  it('and tears rows from their parents is not kept', () => {
    const file = fileOf(migrations.length);
    const tearing = withStep((db) => void db.exec('DELETE FROM leads WHERE lead = 2'));
    expect(() => opened(file, tearing)).toThrow('tore rows');
    const db = opened(file);
    expect([versionOf(db), db.prepare('SELECT count(*) FROM leads').pluck().get()]).toEqual([
      migrations.length,
      rows,
    ]);
  });

  it('is not run on a file whose rows were torn before: that one is repaired', () => {
    const file = fileOf(migrations.length);
    const torn = new Database(file);
    torn.pragma('foreign_keys = OFF');
    torn.exec('DELETE FROM leads WHERE lead = 2');
    torn.close();
    const db = opened(
      file,
      withStep((at) => void at.exec('CREATE TABLE later (a ANY) STRICT')),
    );
    expect([versionOf(db), ...soundness(db)]).toEqual([migrations.length + 1, 'ok', []]);
    expect(db.prepare('SELECT lead FROM leads').pluck().all()).toEqual([1, 3]);
  });
});

it('what features will add to is in no CHECK: only the flags are', () => {
  const db = opened(join(temporaryFolder(), 'leads.db'));
  const checks = db
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .flatMap((sql) => sql.match(/CHECK \([^)]*\)/g) ?? []);
  expect(checks.filter((check) => !/ IN \(0, 1\)$/.test(check))).toEqual([]);
});
