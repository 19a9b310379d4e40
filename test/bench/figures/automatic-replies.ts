/** Preview of an automatic reply for the last 30 days. The floor reads the same leads. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ruleID } from '../../../contract/automatic-replies.ts';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { timeRuns } from '../measure.ts';
import { computeCreatedAt } from '../records.ts';
import { valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { createResults } from './questions.ts';

const runs = 20;
const pastMs = 30 * 24 * 60 * 60_000;

const rule = {
  ...{ ruleID: ruleID.parse('first'), name: 'First reply', isOn: false, isAnswer: false },
  when: { kind: 'newLead', afterSeconds: 0, withinMinutes: 15 },
  leads: { businesses: [], categories: [], areas: [], hours: 'any', charge: 'any' },
  content: { kind: 'text', text: 'Hi {{customer.firstName}}, we got your request.' },
} as const;

const measure = async (context: Context): Promise<readonly Result[]> => {
  const folder = copyStore(context.store);
  const db = new Database(join(folder, 'leads.db'));
  // The engine counts back from today, and the newest lead is from long ago.
  const late = Date.now() - computeCreatedAt(0, context.size);
  db.prepare('UPDATE leads SET created_at = created_at + ?').run(late);
  db.prepare('UPDATE messages SET sent_at = sent_at + ?').run(late);
  const read = db.prepare('SELECT * FROM leads WHERE complete = 1 AND created_at >= ?');
  const floor = await timeRuns(runs, 2, () => read.all(Date.now() - pastMs));
  db.close();
  const engine = await startEngine(folder);
  const { all } = await engine.ask('automaticReplies.preview', { rule });
  context.say(`a preview of ${all} leads`);
  const took = await timeRuns(runs, 2, () => engine.ask('automaticReplies.preview', { rule }));
  await engine.stop();
  dispose(folder);
  return createResults(
    context,
    'preview of an automatic reply, 30 days',
    took,
    floor,
    valueAtMost(300),
  );
};

export const automaticReplies: Figure = { name: 'automatic-replies', measure };
