/** The WAL is checkpointed in the background without losing changes. */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import Database from 'better-sqlite3';
import { createSlices } from '../../../../../main/engine/platform/slices.ts';
import {
  checkpointInThread,
  keepCheckpoints,
  type OpenCheckpointer,
} from '../../../../../main/engine/platform/store/checkpoints.ts';
import { readSuspicion } from '../../../../../main/engine/platform/store/suspicion.ts';
import type { Store } from '../../../../../main/engine/platform/store/store.ts';
import { testClock, testLog, testStore } from '../../support/store.ts';

const inThread = checkpointInThread(
  new URL('../../../../../main/engine/platform/store/checkpoint-thread.ts', import.meta.url),
);

const kept = (open: OpenCheckpointer, store: Store = testStore()) => {
  const clock = testClock();
  const log = testLog();
  const onDamage = vi.fn();
  const others: (() => void)[] = [];
  const slices = createSlices({
    steady: clock.steady,
    letOthers: (then) => others.push(then),
  });
  store.db.exec('CREATE TABLE filling (n INTEGER PRIMARY KEY, bytes BLOB NOT NULL)');
  const dependencies = { store, file: store.db.name, open, slices, onDamage, clock, log };
  const end = keepCheckpoints(dependencies);
  onTestFinished(end);
  const megabyte = Buffer.alloc(1024 * 1024, 1);
  const write = (megabytes = 1): void => {
    for (let n = 0; n < megabytes; n += 1) {
      store.write(() => store.db.prepare('INSERT INTO filling (bytes) VALUES (?)').run(megabyte));
    }
  };
  const breathe = (): void => {
    for (const then of others.splice(0)) then();
  };
  /** A pause without writes. */
  const rest = (): void => clock.advance(250);
  return { store, clock, log, onDamage, slices, write, rest, breathe, end };
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const megabytes = 1024 * 1024;

/** A checkpointer whose outcomes the test provides. */
const byHand = () => {
  const asked: ((outcome: boolean | string) => void)[] = [];
  const ended = vi.fn();
  const open: OpenCheckpointer = () => ({
    checkpoint: () => new Promise((done) => void asked.push(done)),
    end: () => Promise.resolve(ended()),
  });
  /** Provides the outcomes of the two steps, or the failure of the first. */
  const answer = async (...outcomes: readonly (boolean | string)[]): Promise<void> => {
    for (const one of outcomes) {
      asked.shift()?.(one);
      await new Promise((done) => setImmediate(done));
    }
  };
  return { open, asked, answer, ended };
};

/** Locks the database for writing from another thread; resolves once it is locked. */
const writesFor = async (file: string, ms: number): Promise<void> => {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const db = new (require('better-sqlite3'))(workerData.file);
    db.exec('BEGIN IMMEDIATE');
    parentPort.postMessage('writes');
    setTimeout(() => { db.exec('ROLLBACK'); db.close(); }, workerData.ms);`;
  const thread = new Worker(program, { eval: true, workerData: { file, ms } });
  onTestFinished(async () => void (await thread.terminate()));
  await once(thread, 'message');
};

describe('the WAL', () => {
  it('is checkpointed by the thread and reset by the next change', async () => {
    const { store, write, rest } = kept(inThread);
    const file = store.db.name;
    write(18);
    expect(sizeOf(`${file}-wal`)).toBeGreaterThan(18 * megabytes);
    await vi.waitUntil(() => sizeOf(file) > 18 * megabytes);
    await vi.waitUntil(() => {
      write();
      rest();
      return sizeOf(`${file}-wal`) < 18 * megabytes;
    });
  });

  it('is checkpointed after a pause of writes, or when it is long', async () => {
    const { open, asked, answer } = byHand();
    const { clock, write } = kept(open);
    write(6);
    clock.advance(200);
    write(6);
    clock.advance(200);
    expect(asked).toHaveLength(0);
    clock.advance(50);
    expect(asked).toHaveLength(1);
    const long = byHand();
    kept(long.open).write(18);
    expect(long.asked).toHaveLength(1);
    await answer(true, true);
    await long.answer(true, true);
  });

  it('is complete in the database after closing, even if the thread had it open', async () => {
    const { store, write, rest, end } = kept(inThread);
    write(12);
    rest();
    await end();
    store.close();
    expect(sizeOf(`${store.db.name}-wal`)).toBe(0);
    const db = new Database(store.db.name, { readonly: true });
    expect(db.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(12);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });

  it('pauses long work once when it grows during a checkpoint', async () => {
    const { open, asked, answer } = byHand();
    const { slices, write, rest, breathe } = kept(open);
    write(6);
    rest();
    expect(asked).toHaveLength(1);
    const more = slices.run(() => false);
    breathe();
    await more;
    await answer(false);
    expect(asked).toHaveLength(1);
    let hasRun = false;
    const waiting = slices.run(() => {
      hasRun = true;
      return false;
    });
    breathe();
    expect(hasRun).toBe(false);
    await answer(false);
    breathe();
    await waiting;
    expect(hasRun).toBe(true);
    expect(asked).toHaveLength(0);
    write(2);
    rest();
    await answer(true, true);
  });

  it('makes no write fail during a reset, even on a slow disk', async () => {
    const { open, answer } = byHand();
    const { store, write, rest } = kept(open);
    write(6);
    rest();
    await answer(true);
    await writesFor(store.db.name, 100);
    expect(() => write()).not.toThrow();
    await answer(true);
    await writesFor(store.db.name, 30_000);
    expect(() => write()).toThrow('database is locked');
  });

  it('is retried after a minute when a checkpoint fails, and loses no write', async () => {
    const { open, asked, answer, ended } = byHand();
    const { store, clock, log, onDamage, write, rest } = kept(open);
    write(6);
    rest();
    await answer('SQLITE_IOERR');
    expect(log.lines.at(-1)?.fields).toEqual({ code: 'SQLITE_IOERR' });
    expect(ended).toHaveBeenCalledOnce();
    expect(onDamage).not.toHaveBeenCalled();
    write(6);
    expect(asked).toHaveLength(0);
    clock.advance(60_000);
    write();
    rest();
    expect(asked).toHaveLength(1);
    await answer(true, true);
    expect(store.db.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(13);
  });

  it('grows while another program reads, which is logged once, and shrinks afterwards', async () => {
    const { store, log, write, rest } = kept(inThread);
    const wal = `${store.db.name}-wal`;
    const other = new Database(store.db.name, { readonly: true });
    onTestFinished(() => void other.close());
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM filling').get();
    const bySQLite = (): unknown => store.db.pragma('wal_autocheckpoint', { simple: true });
    const until = (done: () => boolean): Promise<boolean> =>
      vi.waitUntil(() => {
        write();
        rest();
        return done();
      });
    write(66);
    await until(() => bySQLite() === 0 && log.lines.length > 0);
    await until(() => sizeOf(wal) > 75 * megabytes);
    expect(log.lines).toMatchObject([{ level: 'warn' }]);

    other.exec('COMMIT');
    await until(() => sizeOf(wal) < 18 * megabytes && bySQLite() !== 0);
    expect(other.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(
      store.db.prepare('SELECT count(*) FROM filling').pluck().get(),
    );
  });

  it('does not block when the thread has died', async () => {
    const checkpointer = inThread(`${testStore().db.name}-missing`);
    expect(await checkpointer.checkpoint('checkpoint')).toBe('thread');
    await checkpointer.end();
    expect(await checkpointer.checkpoint('checkpoint')).toBe('thread');
  });

  it('leaks no memory when a thread checkpoints it', async () => {
    const checkpointer = inThread(testStore().db.name);
    await checkpointer.checkpoint('checkpoint');
    const promises = (): number => Number(queryObjects(Promise, { format: 'count' }));
    const before = promises();
    for (let times = 0; times < 100; times += 1) await checkpointer.checkpoint('checkpoint');
    expect(promises() - before).toBeLessThan(50);
    await checkpointer.end();
  });

  it('reports damage that a checkpoint finds', async () => {
    const { open, answer } = byHand();
    const { store, onDamage, write, rest } = kept(open);
    write(6);
    rest();
    await answer('SQLITE_CORRUPT');
    expect(onDamage).toHaveBeenCalledOnce();
    expect(readSuspicion(store.db.name).state).toBe('suspect');
  });

  it('is closed by an idle thread', async () => {
    const { open, answer, ended } = byHand();
    const { clock, write, rest } = kept(open);
    write(6);
    rest();
    await answer(true, true);
    clock.advance(10_000);
    expect(ended).toHaveBeenCalledOnce();
  });
});
