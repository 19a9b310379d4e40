/** Applying a backlog of deliveries gives the same data even if the engine is killed meanwhile. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startEngine as startBenchEngine, type Engine } from '../../bench/engine.ts';
import { createDeliveries } from '../../bench/records.ts';
import { dispose, createFolderWithoutLeads, recordDeliveries } from '../../bench/seed.ts';

const deliveries = 1_500;
const startEngine = (folder: string): Promise<Engine> =>
  startBenchEngine(folder, { settles: false });
const patience = { timeout: 100_000, interval: 5 };

/** A folder with unapplied deliveries, observed from outside. */
const backlog = () => {
  const folder = createFolderWithoutLeads();
  onTestFinished(() => dispose(folder));
  recordDeliveries(folder, createDeliveries(1, deliveries));
  const file = join(folder, 'leads.db');
  const db = new Database(file, { readonly: true });
  onTestFinished(() => void db.close());
  const left = db.prepare<[], number>("SELECT count(*) FROM deliveries WHERE state = 'recorded'");
  const notes = db.prepare('SELECT 1 FROM search_changes LIMIT 1');
  return {
    folder,
    left: (): number => left.pluck().get() ?? 0,
    isDone: (): boolean => left.pluck().get() === 0 && notes.get() === undefined,
    logBytes: (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    // A new connection, because an old one caches full-text data.
    check: (): unknown => {
      const fresh = new Database(file, { readonly: true });
      try {
        return fresh.pragma('integrity_check', { simple: true });
      } finally {
        fresh.close();
      }
    },
    messages: (): unknown => db.prepare('SELECT count(*) FROM messages').pluck().get(),
  };
};

/** Lists, counts and search results of an engine. */
const everything = async (engine: Engine): Promise<unknown> => {
  const counts = await engine.ask('views.counts', {});
  const found = [];
  for (const query of ['', 'estimate', 'ki', 'available']) {
    let cursor: string | undefined;
    do {
      const page = await engine.ask('leads.list', {
        view: 'all',
        query,
        limit: 200,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(
        ...page.leads.map(({ customerName, lastMessage }) => [
          query,
          customerName,
          lastMessage?.text,
        ]),
      );
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
  return { counts: counts.counts, found };
};

it('a backlog gives the same leads and search results when the engine is killed while applying it', async () => {
  const whole = backlog();
  const first = await startEngine(whole.folder);
  await vi.waitUntil(() => whole.isDone(), patience);
  const expected = await everything(first);
  await first.stop();

  const killed = backlog();
  for (const share of [0.95, 0.7, 0.4, 0.1, 0]) {
    const engine = await startEngine(killed.folder);
    await vi.waitUntil(() => killed.left() <= deliveries * share, patience);
    await engine.kill();
  }
  const last = await startEngine(killed.folder);
  await vi.waitUntil(() => killed.isDone(), patience);
  expect(await everything(last)).toEqual(expected);
  expect(killed.messages()).toBe(whole.messages());
  await last.stop();
  expect(killed.check()).toBe('ok');
}, 240_000);

it('an engine that is killed during a checkpoint of the WAL loses nothing', async () => {
  const made = backlog();
  for (let times = 0; times < 3 && made.left() > 0; times += 1) {
    const engine = await startEngine(made.folder);
    // The checkpoint thread starts at four megabytes.
    await vi.waitUntil(() => made.left() === 0 || made.logBytes() > 4_200_000, patience);
    const before = made.messages();
    await engine.kill();
    expect(made.messages()).toBeGreaterThanOrEqual(Number(before));
    expect(made.check()).toBe('ok');
  }
  const engine = await startEngine(made.folder);
  await vi.waitUntil(() => made.left() === 0, patience);
  await engine.stop();
  expect(made.check()).toBe('ok');
}, 240_000);
