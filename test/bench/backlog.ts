/** Deliveries that wait to be applied: an engine that is given them, and when the last is applied. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startEngine, type Engine } from './engine.ts';
import { sleep } from './measure.ts';
import { newDeliveries } from './records.ts';
import { copyOf, recordDeliveries } from './seed.ts';

const waiting = `SELECT 1 WHERE EXISTS (SELECT 1 FROM deliveries WHERE state = 'recorded')
  OR EXISTS (SELECT 1 FROM search_notes)`;

/** Waits until every recorded delivery of a folder is applied and its words are found; an engine runs on it. */
export const applied = async (folder: string): Promise<void> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const left = db.prepare(waiting);
  while (left.get() !== undefined) await sleep(5);
  db.close();
};

export type Backlog = {
  readonly folder: string;
  readonly engine: Engine;
  /** Puts the deliveries there, unseen by the engine. The caller itself is busy with it for a while. */
  readonly put: () => void;
  /** Has the engine begin to apply them, as when the computer wakes up. */
  readonly begin: () => void;
  /** Resolves when all are applied. */
  readonly applied: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/** The first number of the leads that deliveries are about: no seeded store has it. */
export const firstNewLead = 2_000_000;

/**
 * An engine on a copy of `store` that has applied `warmUp` deliveries, with `count` more that it takes
 * for applied until `apply`.
 */
export const openBacklog = async (
  store: string,
  warmUp: number,
  count: number,
): Promise<Backlog> => {
  const folder = copyOf(store);
  recordDeliveries(folder, newDeliveries(firstNewLead, warmUp + count));
  const db = new Database(join(folder, 'leads.db'));
  const set = db.prepare<[string, number]>('UPDATE deliveries SET state = ? WHERE delivery > ?');
  const first = db.prepare<[], number>('SELECT min(delivery) FROM deliveries').pluck().get() ?? 0;
  set.run('applied', first + warmUp - 1);
  const engine = await startEngine(folder);
  await applied(folder);
  return {
    folder,
    engine,
    put: () => void set.run('recorded', first + warmUp - 1),
    begin: () => engine.send({ type: 'wake' }),
    applied: () => applied(folder),
    end: async () => {
      db.close();
      await engine.stop();
    },
  };
};
