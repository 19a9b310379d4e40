import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import {
  migrations,
  getNewestVersion,
  type Migration,
} from '../../../../../main/engine/platform/store/migrations.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { formatLogLine } from '../../../../../main/log/support-line.ts';
import { noon, temporaryFolder, testClock, testLog } from '../../support/store.ts';

const open = (file: string, more: Partial<Parameters<typeof openStore>[0]> = {}) =>
  openStore({ file, clock: testClock(), log: testLog(), ...more });

const opened = (file: string, more: Partial<Parameters<typeof openStore>[0]> = {}): Store => {
  const answer = open(file, more);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

const step = (name: string, sql: string): Migration => ({
  name,
  migrate: (db) => void db.exec(sql),
});

const setting = (store: Store): unknown =>
  store.db.prepare('SELECT value FROM settings WHERE name = ?').pluck().get('a');

const keepSetting = (store: Store, value: string): void => {
  store.db.prepare('INSERT INTO settings VALUES (?, ?)').run('a', value);
};

describe('opening the store', () => {
  it('reports damage, not a full disk, when a folder has the database’s name', () => {
    const file = join(temporaryFolder(), 'leads.db');
    mkdirSync(file);
    expect(open(file)).toMatchObject({ ok: false, error: { code: 'database_damaged' } });
  });

  it('creates folder and file at the newest version', () => {
    const store = opened(join(temporaryFolder(), 'new', 'leads.db'));
    const pragma = (name: string): unknown => store.db.pragma(name, { simple: true });
    expect({
      version: pragma('user_version'),
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      foreignKeys: pragma('foreign_keys'),
    }).toEqual({ version: getNewestVersion(), journal: 'wal', synchronous: 1, foreignKeys: 1 });
    store.close();
  });

  it('keeps stored data', () => {
    const file = join(temporaryFolder(), 'leads.db');
    const first = opened(file);
    keepSetting(first, '1');
    first.close();
    const second = opened(file);
    expect(setting(second)).toBe('1');
    second.close();
  });

  it.each([
    ['of a newer app', 999, null],
    ['of a newer app with found damage', 999, 'damaged'],
    ['of a development build', 32, null],
  ])('refuses a file %s and leaves it unchanged', (_, version, suspicion) => {
    const file = join(temporaryFolder(), 'leads.db');
    const store = opened(file);
    store.db.pragma(`user_version = ${version}`);
    store.close();
    if (suspicion !== null) writeFileSync(`${file}.suspect`, suspicion);
    const before = readFileSync(file);
    expect(open(file)).toMatchObject({ ok: false, error: { code: 'database_newer' } });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['not a database at all', () => Buffer.from('this is not a database '.repeat(500))],
    ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('sets a damaged file aside and starts a new one: %s', (_, damage) => {
    const folder = temporaryFolder();
    const file = join(folder, 'leads.db');
    opened(file).close();
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);
    writeFileSync(`${file}-wal`, 'left behind by a crash');
    const log = testLog();

    const store = opened(file, { log });
    keepSetting(store, '1');
    store.close();

    const aside = readdirSync(folder).find((name) => /^leads\.db\.damaged-[^-]+-.*Z$/.test(name));
    expect(readFileSync(join(folder, aside ?? '')).equals(damaged)).toBe(true);
    expect(log.lines).toMatchObject([{ level: 'error', fields: { restored: false } }]);
  });

  it('replaces a damaged file with the newest sound backup', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'leads.db');
    const first = opened(file);
    keepSetting(first, '"kept"');
    first.close();
    const later = [...migrations, step('later', 'CREATE TABLE later (a)')];
    opened(file, { migrations: later }).close();
    const [backup = ''] = readdirSync(join(folder, 'backups'));
    const newer = join(folder, 'backups', backup.replace('00-000Z', '00-500Z'));
    writeFileSync(newer, 'a truncated backup');
    writeFileSync(file, 'damaged'.repeat(1000));

    const store = opened(file, { migrations: later, clock: testClock(noon + 1_000) });
    expect(setting(store)).toBe('"kept"');
    store.close();
  });

  it('sends no restored reply automatically, because it may have been sent or undone since', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'leads.db');
    const first = opened(file);
    first.db.exec(`
      INSERT INTO accounts (account_id, profile, user_id, user_name, connected, connected_at)
        VALUES ('a', '{"interface":"v4"}', 'u', 'Pat', 1, 0);
      INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
        VALUES (1, 'a', 'n', 0, 1, 0);
      INSERT INTO messages (message, lead, account_id, side, text, sent_at)
        VALUES (1, 1, 'a', 'business', 'On my way', 0), (2, 1, 'a', 'business', 'Or not', 0);
      INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at)
        VALUES (1, 1, 'a', 'queued', 0, 0), (2, 1, 'a', 'failed', 0, 0);`);
    first.close();
    const later = [...migrations, step('later', 'CREATE TABLE later (a)')];
    opened(file, { migrations: later }).close();
    writeFileSync(file, 'damaged'.repeat(1000));

    const store = opened(file, { migrations: later, clock: testClock(noon + 1_000) });
    expect(
      store.db
        .prepare("SELECT state, reason ->> 'code' AS code FROM outbox ORDER BY message")
        .all(),
    ).toEqual([
      { state: 'failed', code: 'restored' },
      { state: 'failed', code: 'restored' },
    ]);
    store.close();
  });

  it('reports that the folder is not writable', () => {
    const folder = temporaryFolder();
    const answer = open(join(folder, 'leads.db'), {
      migrations: [
        {
          name: 'fails',
          migrate: () => {
            throw Object.assign(new Error('attempt to write a readonly database'), {
              code: 'SQLITE_READONLY',
            });
          },
        },
      ],
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'read_only' } });
  });
});

describe('migrations', () => {
  it('copy an existing file before they change it', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'leads.db');
    const first = opened(file);
    keepSetting(first, '1');
    first.close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);

    const second = step(
      'second',
      "CREATE TABLE second (a ANY) STRICT; UPDATE settings SET value = '2'",
    );
    const store = opened(file, { migrations: [...migrations, second] });
    expect(setting(store)).toBe('2');
    store.close();
    const [backup] = readdirSync(join(folder, 'backups'));
    const copy = new Database(join(folder, 'backups', backup ?? ''), { readonly: true });
    expect(copy.prepare('SELECT value FROM settings').pluck().all()).toEqual(['1']);
    copy.close();
  });

  it('leave the file at its old version when one fails', () => {
    const file = join(temporaryFolder(), 'leads.db');
    opened(file).close();
    const broken = step('broken', "INSERT INTO settings VALUES ('a', '1'); CREATE TABLE broken (");
    expect(() => open(file, { migrations: [...migrations, broken] })).toThrow();
    const store = opened(file);
    expect([store.db.pragma('user_version', { simple: true }), setting(store)]).toEqual([
      getNewestVersion(),
      undefined,
    ]);
    store.close();
  });

  it('run each once and in order', () => {
    const file = join(temporaryFolder(), 'leads.db');
    const steps = [...migrations, step('second', 'CREATE TABLE second (a ANY) STRICT')];
    opened(file, { migrations: steps }).close();
    const store = opened(file, { migrations: steps });
    expect(store.db.pragma('user_version', { simple: true })).toBe(getNewestVersion(steps));
    store.close();
  });

  it('create only strict tables', () => {
    const store = opened(join(temporaryFolder(), 'leads.db'));
    const loose = store.db
      .prepare(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'",
      )
      .pluck()
      .all();
    expect([store.db.pragma('integrity_check', { simple: true }), loose]).toEqual(['ok', []]);
    store.close();
  });
});

describe('a write', () => {
  it('is rolled back completely when it throws', () => {
    const store = opened(join(temporaryFolder(), 'leads.db'));
    expect(() =>
      store.write(() => {
        keepSetting(store, '1');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(setting(store)).toBeUndefined();
    store.close();
  });

  it('inside another one rolls back only its own part', () => {
    const store = opened(join(temporaryFolder(), 'leads.db'));
    store.write(() => {
      keepSetting(store, '1');
      try {
        store.write(() => {
          store.db.exec("UPDATE settings SET value = '2'");
          throw new Error('no');
        });
      } catch {
        // The outer write continues.
      }
    });
    expect(setting(store)).toBe('1');
    store.close();
  });

  it('logs the beginning and the end of a slow statement, without its parameters', () => {
    const log = testLog();
    const store = opened(join(temporaryFolder(), 'leads.db'), { log });
    store
      .prepare<[string], unknown>(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
         SELECT ${'1, '.repeat(60)} count(*), ? FROM n`,
      )
      .get('secret words');
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        fields: { statement: expect.stringMatching(/^WITH RECURSIVE n.*….*\? FROM n$/) as string },
      },
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret');
    const [line] = formatLogLine(JSON.stringify(log.lines[0]?.fields));
    expect(line).toMatch(/WITH RECURSIVE n.*\? FROM n/);
    store.close();
  });
});
