/**
 * The cost of commands and deliveries must not grow with the number of leads. `npm run bench` measures
 * times; this test checks SQLite's plan of every statement that runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CommandInput, CommandOutput, CommandsOf } from '../../../contract/commands.ts';
import type { BatchID } from '../../../contract/commands/selection.ts';
import { decodeAnswer } from '../../../contract/encoded-answer.ts';
import type { FromEngine, ToEngine } from '../../../contract/port.ts';
import type { NoteID } from '../../../contract/records.ts';
import { valuesOfHas, valuesOfIs } from '../../../contract/search-query.ts';
import { viewNames } from '../../../contract/views.ts';
import type { Clock } from '../../../main/clock/clock.ts';
import { createEngine } from '../../../main/engine/engine.ts';
import { createFilter } from '../../../main/engine/leads/search-filters.ts';
import { someEngineFacts } from '../../engine-facts.ts';
import { createDeliveries } from '../../bench/records.ts';
import { fill, recordDeliveries } from '../../bench/seed.ts';
import { serveHere } from './support/serve.ts';
import { testClock, testLog, testStore } from './support/store.ts';
import { faultsOf, recordStatements } from './support/statements.ts';

type Command = CommandsOf<'engine'>;
type Ask = <C extends Command>(command: C, input: CommandInput<C>) => Promise<CommandOutput<C>>;

/** An engine on a small store, with deliveries that it applies as it starts. */
const startEngine = (dataFolder: string, clock: Clock): Ask => {
  let receive = (_: ToEngine): void => undefined;
  const waiting = new Map<number, (answer: unknown) => void>();
  const engine = createEngine({
    dataFolder,
    accounts: null,
    runs: someEngineFacts,
    port: {
      send: (message: FromEngine) => {
        if (message.type === 'answer') waiting.get(message.id)?.(decodeAnswer(message.answer));
      },
      onMessage: (listener) => {
        receive = listener;
      },
    },
    clock,
    random: { bytes: (count) => Buffer.alloc(count, 7), fraction: () => 0.5 },
    log: testLog(),
    copyDatabase: () => Promise.resolve(null),
    openCheckpointer: () => ({
      checkpoint: () => Promise.resolve(true),
      end: () => Promise.resolve(),
    }),
    openServer: serveHere(clock),
  });
  onTestFinished(engine.stop);
  let lastID = 0;
  return (command, input) =>
    new Promise((resolve, reject) => {
      lastID += 1;
      waiting.set(lastID, (answer) => {
        const { ok, value, error } = answer as { ok: boolean; value: never; error: unknown };
        if (ok) resolve(value);
        else reject(new Error(`${command}: ${JSON.stringify(error)}`));
      });
      receive({ type: 'invoke', id: lastID, command, input });
    });
};

const queries = ['', 'estimate', 'wa', 'kitchen available', '(512) 555-0142', 'zubrowka'];

/** Each operator, which is tested alone and with a common word. */
const operators = [
  'from:me',
  'from:maria',
  ...valuesOfHas.map((value) => `has:${value}`),
  ...valuesOfIs.map((value) => `is:${value}`),
  'before:2026-01-01',
  'after:7d',
  'tag:vip',
  'status:hired',
  'status:picked',
  'phone:512',
  'phone:555-0142',
  'business:a',
  'category:plumb',
  'rule:first',
  '"kitchen available"',
  '-estimate',
  'from:me estimate',
];

it('no statement scans or sorts a big table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-plans-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  fill(folder, 100, 3);
  recordDeliveries(folder, createDeliveries(2_000_000, 120));
  const statements = recordStatements();
  const clock = testClock();
  const ask = startEngine(folder, clock);

  const { businesses } = await ask('views.counts', {});
  expect(businesses).toHaveLength(7);
  for (const business of [undefined, businesses[0]?.key, businesses[6]?.key]) {
    const place = business === undefined ? {} : { business };
    await ask('views.counts', place);
    for (const view of viewNames) {
      for (const query of queries) {
        const question = { view, ...place, ...(query === '' ? {} : { query }), limit: 5 };
        const { next } = await ask('leads.list', question);
        if (next !== null) await ask('leads.list', { ...question, cursor: next });
      }
    }
  }
  for (const query of operators) {
    for (const asked of [query, `estimate ${query}`]) {
      const question = { view: 'all', everywhere: true, query: asked, limit: 5 } as const;
      const found = await ask('leads.list', question);
      if (found.next !== null) await ask('leads.list', { ...question, cursor: found.next });
      const hits = found.leads.map((lead) => lead.leadID);
      const place = { from: null, to: null, position: 0 };
      await ask('leads.within', {
        ...{ view: 'all', everywhere: true, query: asked },
        ...{ leadIDs: hits, ...place },
      });
    }
  }
  await ask('search.values', {});
  const { leads } = await ask('leads.list', { view: 'all', limit: 20 });
  expect(leads).toHaveLength(20);
  const leadIDs = leads.map(({ leadID }) => leadID);
  const leadID = leadIDs[0] ?? '';
  await ask('leads.get', { leadID });
  await ask('search.places', { leadID, query: 'estimate' });
  const { earlier, messages } = await ask('thread.page', { leadID, limit: 2 });
  const around = messages[0]?.messageID;
  if (around !== undefined) await ask('thread.page', { leadID, limit: 2, around });
  await ask('thread.page', { leadID, limit: 2, around: messages[0]?.at ?? 0 });
  if (earlier !== null) {
    await ask('thread.page', { leadID, limit: 2, before: earlier });
    await ask('thread.page', { leadID, limit: 2, after: earlier });
  }
  for (const mark of ['read', 'starred', 'archived']) {
    await ask('leads.mark', { leadIDs, [mark]: true });
    await ask('leads.mark', { leadIDs, [mark]: false });
  }
  const batchID = '0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9d02' as BatchID;
  for (const view of viewNames) {
    const { asOf } = await ask('selection.all', { view });
    const all = { asOf, except: [] };
    await ask('selection.report', { view, all });
    await ask('selection.report', { view, leadIDs });
    await ask('selection.mark', { batchID, view, all, starred: true, noReplyNeeded: true });
    await ask('selection.unmark', { batchID });
  }
  const tagged = { add: ['VIP'], remove: [] };
  await ask('selection.mark', { batchID, view: 'all', leadIDs, tags: tagged, archived: true });
  await ask('selection.unmark', { batchID });
  const [first, last] = [leads[0]?.place ?? null, leads[9]?.place ?? null];
  await ask('selection.range', { view: 'all', from: first, to: last });
  await ask('leads.ofCustomer', { leadID, limit: 1 });
  for (const tags of [
    { add: ['VIP'], remove: [] },
    { add: [], remove: ['VIP'] },
  ])
    await ask('leads.mark', { leadIDs, tags });
  await ask('tags.list', {});
  await ask('insights.today', {});
  await ask('insights.report', { period: 'year' });
  const hired = { status: 'hired', reason: null, words: '' } as const;
  await ask('leads.mark', { leadIDs, jobStatus: hired });
  await ask('leads.mark', { leadIDs, jobStatus: null });
  const noteID = '0b0a3f64-6d3f-4f0e-9b5a-3d1f5c1c9d01' as NoteID;
  for (const text of ['Under the mat', 'Under the red mat'])
    await ask('notes.save', { leadID, noteID, kind: 'note', text });
  await ask('notes.remove', { leadID, noteID });
  await ask('drafts.save', { leadID, replyID: 'reply-1', text: 'Dear' });
  await ask('messages.send', { leadID, replyID: 'reply-1', text: 'Dear Maria' });
  clock.advance(1_000);
  const isListening = async (): Promise<boolean> =>
    (await ask('connection.report', {})).reports.every(({ receiver }) => receiver.listening);
  await vi.waitUntil(isListening);

  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  onTestFinished(() => void db.close());
  expect(faultsOf(db, statements())).toEqual([]);
});

it('finds the account that serves a business without comparing all businesses', () => {
  const plan = testStore()
    .db.prepare('EXPLAIN QUERY PLAN SELECT * FROM held_businesses WHERE account_id = ?')
    .all('account-1') as readonly { readonly detail: string }[];
  expect(plan.map(({ detail }) => detail)).toContain(
    'SEARCH ob USING PRIMARY KEY (account_id=? AND business_id=?)',
  );
});

it('finds the leads to which a rule replied without reading the replies of other rules', () => {
  const store = testStore();
  const { leads } = createFilter(store, 'rule', 'first', 0);
  if (leads === null) throw new Error('no index finds them');
  const plan = store.db
    .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${leads.sql}`)
    .all(...leads.values, 10);
  expect(plan.map(({ detail }) => detail)).toContain(
    'SEARCH r USING INDEX automatic_replies_of_rule (rule_id=? AND rule_name=?)',
  );
});
