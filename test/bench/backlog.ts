/** Runs an engine that has a backlog of deliveries to apply. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startEngine, type Engine } from './engine.ts';
import { sleep } from './measure.ts';
import { createDeliveries } from './records.ts';
import { copyStore, recordDeliveries } from './seed.ts';

const waiting = `SELECT 1 WHERE EXISTS (SELECT 1 FROM deliveries WHERE state = 'recorded')
  OR EXISTS (SELECT 1 FROM search_changes)`;

/** Waits until the running engine has applied and indexed every recorded delivery of a folder. */
export const waitUntilApplied = async (folder: string): Promise<void> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const left = db.prepare(waiting);
  while (left.get() !== undefined) await sleep(5);
  db.close();
};

export type Backlog = {
  readonly folder: string;
  readonly engine: Engine;
  /** Adds the deliveries without notifying the engine. Blocks the caller for a while. */
  readonly put: () => void;
  /** Starts applying, as after the computer wakes up. */
  readonly begin: () => void;
  readonly waitUntilApplied: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Number of the first delivered lead, above those of every seeded store. */
export const firstNewLead = 2_000_000;

/**
 * Starts an engine on a copy of `store` that has applied `warmUp` deliveries. `count` more are marked as
 * applied until `put`.
 */
export const openBacklog = async (
  store: string,
  warmUp: number,
  count: number,
): Promise<Backlog> => {
  const folder = copyStore(store);
  recordDeliveries(folder, createDeliveries(firstNewLead, warmUp + count));
  const db = new Database(join(folder, 'leads.db'));
  const set = db.prepare<[string, number]>('UPDATE deliveries SET state = ? WHERE delivery > ?');
  const first = db.prepare<[], number>('SELECT min(delivery) FROM deliveries').pluck().get() ?? 0;
  set.run('applied', first + warmUp - 1);
  const engine = await startEngine(folder);
  await waitUntilApplied(folder);
  return {
    folder,
    engine,
    put: () => void set.run('recorded', first + warmUp - 1),
    begin: () => engine.send({ type: 'wake' }),
    waitUntilApplied: () => waitUntilApplied(folder),
    end: async () => {
      db.close();
      await engine.stop();
    },
  };
};
