/** Search with typical queries, next to raw full-text queries on the same file. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { viewNames } from '../../../contract/views.ts';
import { startEngine } from '../engine.ts';
import type { Context, Figure } from '../figure.ts';
import { percentile, timeRuns } from '../measure.ts';
import { createResult, valueAtMost, type Result } from '../report.ts';
import { copyStore, dispose } from '../seed.ts';
import { common, everyTenth, rare } from '../text.ts';
import { createResults } from './questions.ts';

/** Every view of every business, twice. */
const runs = 96;

const questions = [
  { figure: 'search: a word in every tenth message', query: everyTenth },
  { figure: 'search: a prefix of two letters', query: 'wa' },
  { figure: 'search: two common words', query: common.join(' ') },
  { figure: 'search: a rare word', query: rare },
  { figure: 'search: a phone number', query: '(512) 555-0142' },
  { figure: 'search: a name', query: 'maria gomez' },
  { figure: 'search: words that nothing has', query: 'xyzzyq plughw' },
] as const;

/** Searched in all leads like the window does: the first page, nothing cached. */
const everywhere = [
  { figure: 'search: everywhere, a common word', query: common[0] ?? '' },
  { figure: 'search: everywhere, a phrase', query: `"${common.join(' ')}"` },
  { figure: 'search: everywhere, without a common word', query: `-${common[0] ?? ''}` },
  { figure: 'search: from me with a common word', query: `from:me ${common[0] ?? ''}` },
  { figure: 'search: from a customer', query: 'from:maria' },
  { figure: 'search: is:starred', query: 'is:starred' },
  { figure: 'search: -is:open', query: '-is:open' },
  { figure: 'search: has:note', query: 'has:note' },
  { figure: 'search: before long ago', query: 'before:2019-01-01' },
  { figure: 'search: a phone number that no lead has', query: 'phone:0000' },
  { figure: 'search: a category', query: 'category:plumb' },
] as const;

/** As many excluded phrases as a search can have: each lead's texts are read for them. */
const negated = Array.from({ length: 40 }, (_, n) => `-"${common[n % 2] ?? ''} w${n}"`).join(' ');

/** Time to load a conversation while a search or the counts of saved views run. */
const timeThreadsDuring = async (
  engine: Awaited<ReturnType<typeof startEngine>>,
  work: () => Promise<unknown>,
): Promise<number[]> => {
  const waited: number[] = [];
  for (let run = 0; run < 10; run += 1) {
    let isOver = false;
    const done = work().finally(() => (isOver = true));
    while (!isOver)
      waited.push(
        ...(await timeRuns(1, 0, () => engine.ask('thread.page', { leadID: '1', limit: 50 }))),
      );
    await done;
  }
  return waited;
};

/** The newest fifty matches in every full-text index, with the last word as a prefix. */
const timeRawFullText = (folder: string, query: string): Promise<number[]> => {
  const db = new Database(join(folder, 'leads.db'), { readonly: true });
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'`,
    )
    .pluck()
    .all();
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const expression = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`);
  const reads = tables.map((table) =>
    db.prepare(
      `SELECT rowid FROM "${table}" WHERE "${table}" MATCH ? ORDER BY rowid DESC LIMIT 50`,
    ),
  );
  return timeRuns(runs, 5, () => {
    for (const read of reads) read.all(expression.join(' '));
  }).finally(() => db.close());
};

const measure = async (context: Context): Promise<readonly Result[]> => {
  const folder = copyStore(context.store);
  const engine = await startEngine(folder);
  const { businesses } = await engine.ask('views.counts', {});
  const places = [undefined, ...businesses.map(({ key }) => key)];
  const results: Result[] = [];
  for (const { figure, query } of questions) {
    const took = await timeRuns(runs, 5, (run) => {
      const business = places[Math.floor((run + 5) / viewNames.length) % places.length];
      return engine.ask('leads.list', {
        view: viewNames[(run + 5) % viewNames.length] ?? 'all',
        ...(business === undefined ? {} : { business }),
        query,
        limit: 50,
      });
    });
    const floor = await timeRawFullText(folder, query);
    results.push(...createResults(context, figure, took, floor, valueAtMost(30)));
  }
  for (const { figure, query } of everywhere) {
    const took = await timeRuns(runs, 5, () =>
      engine.ask('leads.list', { view: 'all', everywhere: true, query, limit: 50 }),
    );
    const floor = await timeRawFullText(folder, query);
    results.push(...createResults(context, figure, took, floor, valueAtMost(30)));
  }
  for (const [n, { query }] of [...everywhere, ...everywhere].slice(0, 20).entries())
    await engine.ask('savedViews.save', {
      savedViewID: randomUUID(),
      name: `${n}`,
      ...{ view: 'all', business: null, query, everywhere: true },
    });
  const slow = await timeThreadsDuring(engine, () =>
    engine.ask('leads.list', { view: 'all', everywhere: true, query: negated, limit: 50 }),
  );
  await engine.ask('savedViews.counts', {});
  const counting = await timeThreadsDuring(engine, async () => {
    await engine.ask('leads.mark', { leadIDs: ['2'], starred: true });
    await engine.ask('savedViews.counts', {});
  });
  for (const [figure, waited] of [
    ['a thread asked while 40 negated phrases are searched, p99', slow],
    ['a thread asked while 20 saved views are counted after a change, p99', counting],
  ] as const)
    results.push(
      createResult({
        figure,
        size: context.size,
        value: percentile(waited, 0.99),
        unit: 'ms',
        goal: valueAtMost(20),
      }),
    );
  await engine.stop();
  dispose(folder);
  return results;
};

export const search: Figure = { name: 'search', measure };
