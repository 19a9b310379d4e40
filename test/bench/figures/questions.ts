/**
 * The window's usual queries: lists of every view and business, threads, counts, and empty lists. Timed
 * from command to answer over the engine's port; the floor reads as many rows by number from the same file.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { viewNames } from '../../../contract/views.ts';
import { startEngine, type Engine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, timeRuns } from '../measure.ts';
import { businesses } from '../records.ts';
import { ratioAtMost, createResult, valueAtMost, type Goal, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';

const rounds = 12;
const page = 50;

/** The result of a query, and its growth since the smaller store of this run. */
export const createResults = (
  { size, before }: Context,
  figure: string,
  took: readonly number[],
  floor: readonly number[],
  goal: Goal,
): readonly Result[] => {
  const p99 = createResult({
    figure: `${figure}, p99`,
    size,
    value: percentile(took, 0.99),
    unit: 'ms',
    floor: percentile(floor, 0.99),
    goal,
  });
  const p50 = createResult({
    figure: `${figure}, median`,
    size,
    value: percentile(took, 0.5),
    unit: 'ms',
    floor: percentile(floor, 0.5),
  });
  const smaller = before.find((one) => one.figure === p50.figure && one.size < size);
  if (smaller === undefined) return [p99, p50];
  const growth = createResult({
    figure: `${figure}, growth of the median (floor: ${smaller.size} leads)`,
    size,
    value: p50.value,
    unit: 'ms',
    floor: smaller.value,
    goal: ratioAtMost(1.5),
  });
  return [p99, p50, growth];
};

/** Key of every business in the engine. */
const readKeys = async (engine: Engine) =>
  (await engine.ask('views.counts', {})).businesses.map(({ key, businessID }) => ({
    key,
    businessID,
  }));

/** Reads as many leads as a page has by number, from all over the store. */
const timeLeadsByNumber = (folder: string, runs: number): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const numbers = db
    .prepare<[], number>('SELECT lead FROM leads ORDER BY random() LIMIT 5000')
    .pluck()
    .all();
  const read = db.prepare<[number | undefined]>(
    `SELECT lead, account_id, business_id, customer_name, category, city, status, created_at
     FROM leads WHERE lead = ?`,
  );
  return timeRuns(runs, 20, (run) => {
    for (let n = 0; n < page; n += 1) read.get(numbers[((run + 20) * page + n) % numbers.length]);
  }).finally(() => db.close());
};

const timeMessagesByLead = (folder: string, runs: number): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const last = db.prepare<[], number>('SELECT max(lead) FROM leads').pluck().get() ?? 1;
  const read = db.prepare('SELECT * FROM messages WHERE lead = ? ORDER BY sent_at DESC LIMIT 50');
  return timeRuns(runs, 20, (run) => read.all(1 + (((run + 20) * 7_919) % last))).finally(() =>
    db.close(),
  );
};

const timeCounts = (folder: string, runs: number): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const read = db.prepare('SELECT * FROM counts');
  return timeRuns(runs, 20, () => read.all()).finally(() => db.close());
};

const measure = async (context: Context): Promise<readonly Result[]> => {
  const folder = copyStore(context.store);
  const engine = await startEngine(folder);
  const keys = await readKeys(engine);

  const lists: (() => Promise<unknown>)[] = [];
  for (const view of viewNames) {
    for (const business of [undefined, ...keys.map(({ key }) => key)]) {
      const input = { view, limit: page, ...(business === undefined ? {} : { business }) };
      lists.push(() => engine.ask('leads.list', input));
    }
  }
  const list = await timeRuns(lists.length * rounds, lists.length, (run) =>
    lists[(run + lists.length) % lists.length]?.(),
  );
  const thread = await timeRuns(500, 50, (run) =>
    engine.ask('thread.page', {
      leadID: String(1 + (((run + 50) * 7_919) % context.size)),
      limit: page,
    }),
  );
  const counts = await timeRuns(500, 50, (run) => {
    const business = keys[(run + 50) % (keys.length + 1)]?.key;
    return engine.ask('views.counts', business === undefined ? {} : { business });
  });
  const answersAll = keys.find(
    ({ businessID }) => businessID === businesses[0]?.find((one) => one.answersAll)?.businessID,
  );
  const nobody = await timeRuns(200, 20, () =>
    engine.ask('leads.list', { view: 'needs_reply', business: answersAll?.key ?? '', limit: page }),
  );
  await engine.stop();

  const byNumber = await timeLeadsByNumber(folder, 500);
  const byLead = await timeMessagesByLead(folder, 500);
  const rows = await timeCounts(folder, 500);
  dispose(folder);
  const goal = valueAtMost(5);
  return [
    ...createResults(context, 'list of 50, every view and business', list, byNumber, goal),
    ...createResults(context, 'needs reply of a business where nobody waits', nobody, rows, goal),
    ...createResults(context, 'thread page', thread, byLead, goal),
    ...createResults(context, 'counts', counts, rows, goal),
  ];
};

export const questions: Figure = { name: 'questions', measure };
