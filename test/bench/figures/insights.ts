/**
 * Insights: a report of ninety days, one of all leads, and today's line. The floor reads the same leads
 * from the same index without counting. Also the time of a counts command during a full report.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, timeRuns } from '../measure.ts';
import { computeCreatedAt } from '../records.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { createResults } from './questions.ts';

const runs = 20;

const formatDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

const timeBareReads = (folder: string): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const read = db.prepare(
    `SELECT created_at, price_text FROM leads INDEXED BY leads_arrived
     WHERE complete = 1 ORDER BY created_at, lead`,
  );
  return timeRuns(runs, 2, () => read.all()).finally(() => db.close());
};

const measure = async (context: Context): Promise<readonly Result[]> => {
  const folder = copyStore(context.store);
  const engine = await startEngine(folder);
  const all = {
    period: {
      from: formatDate(computeCreatedAt(context.size - 1, context.size)),
      to: formatDate(computeCreatedAt(0, context.size)),
    },
  };
  const last = Date.parse(all.period.to);
  const quarter = { period: { from: formatDate(last - 89 * 86_400_000), to: all.period.to } };
  const ofAll = await timeRuns(runs, 2, () => engine.ask('insights.report', all));
  const ofQuarter = await timeRuns(runs, 2, () => engine.ask('insights.report', quarter));
  const today = await timeRuns(100, 10, () => engine.ask('insights.today', {}));
  const meanwhile: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = engine.ask('insights.report', all);
    meanwhile.push(...(await timeRuns(5, 0, () => engine.ask('views.counts', {}))));
    await report;
  }
  await engine.stop();
  const floor = await timeBareReads(folder);
  dispose(folder);
  return [
    ...createResults(context, 'insights of all leads', ofAll, floor, valueAtMost(200)),
    ...createResults(context, 'insights of ninety days', ofQuarter, floor, valueAtMost(200)),
    ...createResults(context, 'today’s line', today, floor, valueAtMost(5)),
    createResult({
      figure: 'counts asked while insights are worked out, p99',
      size: context.size,
      value: percentile(meanwhile, 0.99),
      unit: 'ms',
      goal: valueAtMost(20),
    }),
  ];
};

export const insights: Figure = { name: 'insights', measure };
