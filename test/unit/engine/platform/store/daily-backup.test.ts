/** Daily backups, made in the background and kept for weeks. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { isOwnerOnly } from '../../../../owner-only.ts';
import { listBackups } from '../../../../../main/engine/platform/store/backups.ts';
import {
  copyInThread,
  keepBackups,
  type CopyDatabase,
} from '../../../../../main/engine/platform/store/daily-backup.ts';
import { readDraft } from '../../../../../main/engine/conversation/drafts.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import { noon, testClock, testLog, testStore } from '../../support/store.ts';

const day = 24 * 60 * 60_000;
const minute = 60_000;
const inThread = copyInThread(
  new URL('../../../../../main/engine/platform/store/backup-thread.ts', import.meta.url),
);
const fileOf = (store: ReturnType<typeof testStore>): string => store.db.name;

/** A store with backups; `pass` advances the clock hour by hour. */
const kept = (copy: CopyDatabase, store = testStore()) => {
  const clock = testClock();
  const log = testLog();
  const onDamage = vi.fn();
  const copied: string[] = [];
  const file = fileOf(store);
  const end = keepBackups({
    store,
    file,
    copy: async (from, to) => {
      const code = await copy(from, to);
      if (to !== null) copied.push(to);
      return code;
    },
    onDamage,
    clock,
    log,
  });
  onTestFinished(end);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 60 * minute) {
      clock.advance(Math.min(60 * minute, ms - passed));
      await new Promise((done) => setImmediate(done));
    }
  };
  return { store, file, clock, log, onDamage, copied, pass };
};

/** Copies as the thread does, in this thread. */
const copyHere: CopyDatabase = async (from, to) => {
  const db = new Database(from, { readonly: true });
  if (to !== null) db.prepare('VACUUM INTO ?').run(to);
  db.close();
  return null;
};

describe('a backup', () => {
  it('is made a minute after the start and once a day, even if the clock is set back', async () => {
    const { copied, pass, clock } = kept(copyHere);
    await pass(minute);
    expect(copied).toHaveLength(1);
    await pass(day - 2 * 60 * minute);
    expect(copied).toHaveLength(1);
    await pass(3 * 60 * minute);
    expect(copied).toHaveLength(2);
    clock.set(noon - 30 * day);
    await pass(2 * 60 * minute);
    expect(copied).toHaveLength(3);
    await pass(20 * 60 * minute);
    expect(copied).toHaveLength(3);
  });

  it('is sound, private and usable as it is, and an unfinished one is deleted', async () => {
    const { store, file, clock } = kept(inThread);
    mkdirSync(join(dirname(file), 'backups'));
    writeFileSync(
      join(dirname(file), 'backups/2026-01-01T00-00-00-000Z-version-1-leads.db.new'),
      '',
    );
    store.db.exec(`
      INSERT INTO leads (lead, account_id, negotiation_id, created_at, complete, changed_at)
        VALUES (1, 'account-1', 'n', 0, 1, 0);
      INSERT INTO drafts (lead, text, saved_at) VALUES (1, 'Kept', 0)`);
    clock.advance(minute);
    const [backup] = await vi.waitFor(() => {
      const found = listBackups(file, noon + day);
      expect(found).toHaveLength(1);
      return found;
    });
    const path = backup?.path ?? '';
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect([path, dirname(path)].map(isOwnerOnly)).toEqual([true, true]);
    const opened = openStore({ file: path, clock, log: testLog() });
    if (!opened.ok) throw new Error(opened.error.code);
    expect(readDraft(opened.value, 1).text).toBe('Kept');
    opened.value.close();
  });

  it('does not block commands', async () => {
    const { store, file, clock } = kept(inThread);
    const put = store.db.prepare('INSERT INTO settings VALUES (?, ?)');
    store.write(() => {
      for (let row = 0; row < 30_000; row++) put.run(`s-${row}`, `"${'x'.repeat(500)}"`);
    });
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    clock.advance(minute);
    let answered = 0;
    while (listBackups(file, noon + day).length === 0) {
      store.db.prepare('SELECT value FROM settings WHERE name = ?').get('s-29999');
      store.write(() => put.run(`during-${answered}`, '1'));
      answered += 1;
      await new Promise((done) => setImmediate(done));
    }
    expect(answered).toBeGreaterThan(5);
  });

  it('is kept for seven days, and one a week for four weeks', async () => {
    const { file, pass } = kept(copyHere);
    await pass(42 * day);
    const ages = listBackups(file, noon + 43 * day).map(({ at }) =>
      Math.round((noon + 42 * day - at) / day),
    );
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6].map((age) => age + (ages[0] ?? 0)));
    expect(ages.length).toBeGreaterThanOrEqual(8);
    expect(ages.length).toBeLessThanOrEqual(11);
    expect(ages.at(-1)).toBeGreaterThanOrEqual(15);
    expect(ages.at(-1)).toBeLessThanOrEqual(28);
  });

  it('stays after a clock that was months ahead is corrected', async () => {
    const { file, clock, copied, pass } = kept(copyHere);
    clock.set(noon + 100 * day);
    await pass(50 * day);
    clock.set(noon + 50 * day);
    await pass(3 * day);
    const kinds = listBackups(file, clock.now()).slice(0, 3);
    expect(kinds.map(({ at }) => Math.round((noon + 53 * day - at) / day))).toEqual(
      [0, 1, 2].map((age) => age + Math.round((noon + 53 * day - (kinds[0]?.at ?? 0)) / day)),
    );
    expect(copied.length).toBeLessThan(60);
  });

  it('is not made of a damaged database, which is reported, and sound ones stay', async () => {
    const store = testStore();
    const put = store.db.prepare('INSERT INTO settings VALUES (?, ?)');
    for (let row = 0; row < 400; row++) put.run(`s-${row}`, `"${'x'.repeat(500)}"`);
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    let begun = 0;
    const countAndCopy: CopyDatabase = (from, to) => {
      if (to !== null) begun += 1;
      return inThread(from, to);
    };
    const { file, onDamage, clock, copied } = kept(countAndCopy, store);
    clock.advance(minute);
    await vi.waitFor(() => expect(listBackups(file, noon + 2 * day)).toHaveLength(1));
    const page = store.db
      .prepare("SELECT max(pageno) FROM dbstat WHERE name = 'settings' AND pagetype = 'leaf'")
      .pluck()
      .get() as number;
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
    closeSync(handle);
    // A failed copy is made again an hour later.
    for (let hour = 0; hour < 25 && begun < 2; hour++) {
      clock.advance(60 * minute);
      await new Promise((done) => setImmediate(done));
    }
    await vi.waitFor(() => expect(copied).toHaveLength(2));
    expect(onDamage).toHaveBeenCalledOnce();
    expect(listBackups(file, noon + 2 * day)).toHaveLength(1);
    expect(existsSync(`${file}.suspect`)).toBe(true);
    expect(readdirSync(join(dirname(file), 'backups'))).toHaveLength(1);
  });

  it('is retried within the hour after a failure, which is logged', async () => {
    let full = true;
    const { copied, pass, log, onDamage } = kept(async (from, to) =>
      full ? 'SQLITE_FULL' : copyHere(from, to),
    );
    await pass(minute);
    expect(log.lines).toMatchObject([{ level: 'error', fields: { code: 'SQLITE_FULL' } }]);
    full = false;
    await pass(61 * minute);
    expect(copied).toHaveLength(2);
    expect(onDamage).not.toHaveBeenCalled();
  });
});
