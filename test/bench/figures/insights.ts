/**
 * Insights: a report of ninety days, one of all leads, and today's line. The floor reads the same leads
 * from the same index without counting. Also the time of a counts command during a full report.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, timed } from '../measure.ts';
import { createdAt } from '../records.ts';
import { result, valueAtMost, type Result } from '../report.ts';
import { copyOf, dispose } from '../seed.ts';
import { asked } from './questions.ts';

const runs = 20;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const leadsRead = (folder: string): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const read = db.prepare(
    `SELECT created_at, account_id, business_id, category, price_text, charge_state FROM leads
     INDEXED BY leads_arrived WHERE complete = 1 ORDER BY created_at, lead`,
  );
  return timed(runs, 2, () => read.all()).finally(() => db.close());
};

const measure = async (context: Context): Promise<readonly Result[]> => {
  const folder = copyOf(context.store);
  const engine = await startEngine(folder);
  const all = {
    period: {
      from: dateOf(createdAt(context.size - 1, context.size)),
      to: dateOf(createdAt(0, context.size)),
    },
  };
  const last = Date.parse(all.period.to);
  const quarter = { period: { from: dateOf(last - 89 * 86_400_000), to: all.period.to } };
  const ofAll = await timed(runs, 2, () => engine.ask('insights.report', all));
  const ofQuarter = await timed(runs, 2, () => engine.ask('insights.report', quarter));
  const today = await timed(100, 10, () => engine.ask('insights.today', {}));
  const meanwhile: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = engine.ask('insights.report', all);
    meanwhile.push(...(await timed(5, 0, () => engine.ask('views.counts', {}))));
    await report;
  }
  await engine.stop();
  const floor = await leadsRead(folder);
  dispose(folder);
  return [
    ...asked(context, 'insights of all leads', ofAll, floor, valueAtMost(200)),
    ...asked(context, 'insights of ninety days', ofQuarter, floor, valueAtMost(200)),
    ...asked(context, 'today’s line', today, floor, valueAtMost(5)),
    result({
      figure: 'counts asked while insights are worked out, p99',
      size: context.size,
      value: percentile(meanwhile, 0.99),
      unit: 'ms',
      goal: valueAtMost(20),
    }),
  ];
};

export const insights: Figure = { name: 'insights', measure };
