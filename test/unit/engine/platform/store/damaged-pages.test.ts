/**
 * Damage of any page of a cleanly closed database is found in normal use or by the daily check, and the next start
 * has everything that can be read, plus the backup.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { readDraft, saveDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { applyAllChanges } from '../../../../../main/engine/leads/search.ts';
import { check } from '../../../../../main/engine/platform/store/backups.ts';
import {
  keepBackups,
  type CopyDatabase,
} from '../../../../../main/engine/platform/store/daily-backup.ts';
import { isDamage, toStoreFailure } from '../../../../../main/engine/platform/store/failure.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { asides, fill, keepBackup, leads, open, place, readAll } from '../../support/repair.ts';
import { noon, temporaryFolder, testClock, testLog } from '../../support/store.ts';

type Made = { readonly database: Buffer; readonly backup: Buffer };

let made: Made | null = null;

/** A closed database, and a backup without its latest draft. */
const make = (): Made => {
  const at = place();
  const store = open(at);
  fill(store);
  const all = Array.from({ length: leads }, (_, index) => index + 1);
  store.write(() => {
    for (const lead of all)
      saveDraft(store, lead, { text: `Draft ${lead} `.repeat(60), replyID: null }, noon);
    setMarks(store, all, { archived: true, starred: true });
    store.db.exec(`CREATE TABLE gone (text TEXT);
      INSERT INTO gone SELECT hex(randomblob(2000)) FROM leads; DROP TABLE gone;`);
  });
  applyAllChanges(store);
  store.close();
  const backup = readFileSync(at.file);
  const later = open(at);
  saveDraft(later, 30, { text: 'Only here', replyID: null }, noon);
  later.close();
  return { database: readFileSync(at.file), backup };
};

/** The path of a copy with its backup; the original is created once. */
const copied = (): string => {
  made ??= make();
  const file = join(temporaryFolder(), 'leads.db');
  writeFileSync(file, made.backup);
  keepBackup(file, noon);
  writeFileSync(file, made.database);
  return file;
};

type Which = 'first' | 'middle' | 'last';

/** The pages of a table or an index. */
const pagesOf = (file: string, name: string, type: 'leaf' | 'internal'): readonly number[] => {
  const db = new Database(file, { readonly: true });
  try {
    return db
      .prepare<[string, string], number>(
        'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path',
      )
      .pluck()
      .all(name, type);
  } finally {
    db.close();
  }
};

const pageOf =
  (name: string, which: Which, type: 'leaf' | 'internal' = 'leaf') =>
  (file: string): number => {
    const pages = pagesOf(file, name, type);
    const index = { first: 0, middle: Math.floor(pages.length / 2), last: pages.length - 1 }[which];
    return pages[index] ?? expect.unreachable(`${name} has no such page`);
  };

/** The first free page. */
const freePage = (file: string): number => readFileSync(file).readUInt32BE(32);

const tables = ['leads', 'messages', 'drafts', 'marks', 'inbox', 'lead_words_data'] as const;
const ends = ['first', 'middle', 'last'] as const;

type Case = {
  readonly name: string;
  readonly page: (file: string) => number;
  readonly bytes?: number;
  /** Nothing in the file is readable, so only the backup remains. */
  readonly isLost?: true;
};

const cases: readonly Case[] = [
  ...tables.flatMap((table) =>
    ends.map((which) => ({
      name: `the ${which} page of ${table}`,
      page: pageOf(table, which),
    })),
  ),
  { name: 'the root of messages', page: pageOf('messages', 'first', 'internal') },
  { name: 'an index of messages', page: pageOf('messages_in_order', 'middle') },
  { name: 'a free page', page: freePage },
  { name: 'a page of the schema', page: pageOf('sqlite_schema', 'middle'), isLost: true },
  { name: 'the first page', page: () => 1, isLost: true },
  { name: 'the header', page: () => 1, bytes: 100, isLost: true },
];

/** Overwrites a page, as a failing disk does. */
const damage = (file: string, page: number, bytes: number): void => {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(bytes, 0xa5), 0, bytes, (page - 1) * 4096);
  closeSync(handle);
};

/** Normal use; returns the errors. */
const use = (store: Store): unknown[] => {
  const actions: readonly (() => unknown)[] = [
    () => readAll(store),
    () => store.db.prepare('SELECT * FROM inbox ORDER BY lead DESC LIMIT 50').all(),
    () => store.db.prepare("SELECT rowid FROM lead_words WHERE lead_words MATCH 'word4'").all(),
    () => setMarks(store, [9], { starred: false }),
  ];
  return actions.flatMap((action) => {
    try {
      store.write(action);
      return [];
    } catch (error) {
      return [error];
    }
  });
};

/** The same as in backup-thread.ts, in this thread. */
const checkOnly: CopyDatabase = async (from) => {
  const db = new Database(from, { readonly: true });
  try {
    check(db, 'quick_check');
    return null;
  } catch (error) {
    return toStoreFailure(error)?.detail ?? 'unknown';
  } finally {
    db.close();
  }
};

/** Runs the daily check, a minute after the start. */
const dayOf = async (store: Store, file: string): Promise<void> => {
  const clock = testClock(noon + 2 * 86_400_000);
  const checked = vi.fn(checkOnly);
  const end = keepBackups({
    store,
    file,
    copy: checked,
    onDamage: () => undefined,
    clock,
    log: testLog(),
  });
  clock.advance(60_000);
  await checked.mock.results[0]?.value;
  await new Promise((done) => setImmediate(done));
  end();
};

it.each(cases.map((one) => [one.name, one] as const))(
  'after damage of %s the database is sound two starts later',
  async (_, { page, bytes = 4096, isLost }) => {
    const file = copied();
    damage(file, page(file), bytes);

    const at = { file, met: [] };
    const first = open(at);
    const error = use(first);
    expect(error.filter((one) => !isDamage(one))).toEqual([]);
    await dayOf(first, file);
    first.close();

    const second = open(at);
    expect(second.db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(use(second)).toEqual([]);
    expect(asides(file)).toHaveLength(1);
    expect(readAll(second)).toBe(leads * 5 + 1);
    expect(second.db.prepare('SELECT count(*) FROM inbox').pluck().get()).toBe(leads);
    expect(readDraft(second, 31).text).toBe('Draft 31 '.repeat(60));
    expect(readDraft(second, 30).text === 'Only here').toBe(isLost === undefined);
  },
);
