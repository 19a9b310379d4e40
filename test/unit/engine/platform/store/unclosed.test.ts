/** After a crash the database opens at once and is checked completely in the background. */
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  copyInThread,
  keepBackups,
} from '../../../../../main/engine/platform/store/daily-backup.ts';
import { openStore } from '../../../../../main/engine/platform/store/open.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { temporaryFolder, testClock, testLog, testStore } from '../../support/store.ts';

const inThread = copyInThread(
  new URL('../../../../../main/engine/platform/store/backup-thread.ts', import.meta.url),
);

/** The files of a store with many settings after a crash; `page` is in the middle of them. */
const crashed = (): { readonly file: string; readonly page: number } => {
  const store = testStore();
  const { db } = store;
  const put = db.prepare('INSERT INTO settings VALUES (?, ?)');
  store.write(() => {
    for (let row = 0; row < 400; row++) put.run(`s-${row}`, `"${'x'.repeat(500)}"`);
  });
  db.pragma('wal_checkpoint(TRUNCATE)');
  put.run('last', '"before the crash"');
  const page = db
    .prepare<[], number>(
      "SELECT pageno FROM dbstat WHERE name = 'settings' AND pagetype = 'leaf' LIMIT 1 OFFSET 20",
    )
    .pluck()
    .get();
  const file = join(temporaryFolder(), 'leads.db');
  for (const part of ['', '-wal']) copyFileSync(db.name + part, file + part);
  return { file, page: page ?? 0 };
};

const damage = (file: string, page: number): void => {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
};

const opened = (file: string): Store => {
  const answer = openStore({ file, clock: testClock(), log: testLog() });
  if (!answer.ok) throw new Error(answer.error.code);
  onTestFinished(() => answer.value.close());
  return answer.value;
};

const beside = (store: Store, file: string) => {
  const clock = testClock();
  const onDamage = vi.fn();
  const checked: (string | null)[] = [];
  const copy = async (from: string, to: string | null): Promise<string | null> => {
    const code = await inThread(from, to);
    checked.push(code);
    return code;
  };
  onTestFinished(keepBackups({ store, file, copy, onDamage, clock, log: testLog() }));
  clock.advance(2_000);
  return { onDamage, checked };
};

const asked = (file: string): string | null =>
  existsSync(`${file}.suspect`) ? readFileSync(`${file}.suspect`, 'utf8') : null;

const last = (store: Store): unknown =>
  store.db.prepare("SELECT value FROM settings WHERE name = 'last'").pluck().get();

it('a database after a crash has the last commits and is checked once', async () => {
  const { file } = crashed();
  const store = opened(file);
  expect([last(store), asked(file)]).toEqual(['"before the crash"', 'unclosed']);
  const { onDamage, checked } = beside(store, file);
  await vi.waitFor(() => expect([checked, asked(file)]).toEqual([[null], null]));
  expect(onDamage).not.toHaveBeenCalled();
  expect(beside(store, file).checked).toEqual([]);
});

it('a database after a crash is still checked after a short start', () => {
  const { file } = crashed();
  opened(file).close();
  opened(file);
  expect(asked(file)).toBe('unclosed');
});

it('a damaged database after a crash opens, is found by the check, and is repaired at the next start', async () => {
  const { file, page } = crashed();
  damage(file, page);
  const store = opened(file);
  expect(last(store)).toBe('"before the crash"');
  const { onDamage } = beside(store, file);
  await vi.waitFor(() => expect(onDamage).toHaveBeenCalledOnce());
  expect(asked(file)).toBe('suspect');
  store.close();
  const repaired = opened(file);
  expect([repaired.db.pragma('integrity_check', { simple: true }), last(repaired)]).toEqual([
    'ok',
    '"before the crash"',
  ]);
  expect(asked(file)).toBeNull();
});
