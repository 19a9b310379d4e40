/**
 * Marks five hundred leads at once: time to the answer, and waiting time of other commands. Then ten thousand as one
 * action, in parts like the window, and its undo.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { BatchID } from '../../../contract/commands/selection.ts';
import { maxMarked, maxSelected } from '../../../contract/limits.ts';
import type { LeadID } from '../../../contract/records.ts';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { median, percentile, timeRuns } from '../measure.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';

const many = 500;
const runs = 30;
const warmUp = 4;

/** Sets one flag of as many rows of the list with plain statements in one transaction. */
const timeRawMarks = async (folder: string, size: number): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'));
  db.pragma('synchronous = FULL');
  const set = db.prepare<[number]>(
    `INSERT INTO marks (lead, mark, value) VALUES (?, 'starred', 1) ON CONFLICT DO NOTHING`,
  );
  const unset = db.prepare<[number]>(`DELETE FROM marks WHERE lead = ? AND mark = 'starred'`);
  const show = db.prepare<[number, number]>('UPDATE inbox SET starred = ? WHERE lead = ?');
  const took = await timeRuns(runs, warmUp, (run) =>
    db
      .transaction(() => {
        for (const lead of chooseLeads(run, size)) {
          ((run & 1) === 1 ? set : unset).run(lead);
          show.run(run & 1, lead);
        }
      })
      .immediate(),
  );
  db.close();
  return took;
};

/** Every second run gets other leads, from all over the store. */
const chooseLeads = (run: number, size: number): readonly number[] =>
  Array.from(
    { length: many },
    (_, n) => 1 + ((((run + warmUp) >> 1) * 104_729 + n * 7_919) % size),
  );

type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Milliseconds to mark ten thousand leads as one action, and to undo it. */
const markAndUndo = async (
  engine: Engine,
): Promise<{ readonly marked: number; readonly back: number }> => {
  const batchID = randomUUID() as BatchID;
  const begin = performance.now();
  for (let from = 1; from <= maxSelected; from += maxMarked) {
    const leadIDs = Array.from({ length: maxMarked }, (_, n) => String(from + n) as LeadID);
    await engine.ask('selection.mark', { batchID, view: 'all', leadIDs, starred: true });
  }
  const middle = performance.now();
  let isWhole = false;
  while (!isWhole) ({ isWhole } = await engine.ask('selection.unmark', { batchID }));
  return { marked: middle - begin, back: performance.now() - middle };
};

const measure = async ({ size, store }: Context): Promise<readonly Result[]> => {
  const folder = copyStore(store);
  const engine = await startEngine(folder);
  const leadIDs = (run: number): string[] => chooseLeads(run, size).map(String);
  const archive = await timeRuns(runs, warmUp, (run) =>
    engine.ask('leads.mark', { leadIDs: leadIDs(run), archived: (run & 1) === 0 }),
  );
  const star = await timeRuns(runs, warmUp, (run) =>
    engine.ask('leads.mark', { leadIDs: leadIDs(run), starred: (run & 1) === 0 }),
  );
  const waited: number[] = [];
  await timeRuns(runs, warmUp, async (run) => {
    const marked = engine.ask('leads.mark', {
      leadIDs: leadIDs(run),
      read: (run & 1) === 0,
    });
    const began = performance.now();
    await engine.ask('thread.page', { leadID: '1', limit: 50 });
    waited.push(performance.now() - began);
    await marked;
  });
  const actions = [await markAndUndo(engine), await markAndUndo(engine), await markAndUndo(engine)];
  await engine.stop();
  const floor = await timeRawMarks(folder, size);
  dispose(folder);
  const took = [...archive, ...star];
  return [
    createResult({
      figure: '500 leads marked at once, median',
      size,
      value: median(took),
      unit: 'ms',
      floor: median(floor),
      goal: valueAtMost(50),
    }),
    createResult({
      figure: '500 leads marked at once, p99',
      size,
      value: percentile(took, 0.99),
      unit: 'ms',
      floor: percentile(floor, 0.99),
      goal: valueAtMost(100),
    }),
    createResult({
      figure: 'a command asked while 500 leads are marked, p99',
      size,
      value: percentile(waited, 0.99),
      unit: 'ms',
      goal: valueAtMost(20),
    }),
    createResult({
      figure: '10,000 leads marked in one action',
      size,
      value: median(actions.map(({ marked }) => marked)),
      unit: 'ms',
      goal: valueAtMost(2_000),
    }),
    createResult({
      figure: '10,000 leads taken back as they were',
      size,
      value: median(actions.map(({ back }) => back)),
      unit: 'ms',
      goal: valueAtMost(2_000),
    }),
  ];
};

export const marking: Figure = { name: 'marking', measure };
