/** Many new texts are indexed in the background: a search finds more and more of them, and in the end all. */
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import type { Change } from '../../../../contract/events.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { insertStub } from '../../../../main/engine/leads/leads.ts';
import { startIndexing } from '../../../../main/engine/leads/word-indexer.ts';
import { createSlices } from '../../../../main/engine/platform/slices.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { accountID, noon, testClock, testLog, testStore } from '../support/store.ts';
import { listLeads } from '../support/list-leads.ts';

const many = 300;

/** Customers whose name is "Boiler" with `more` other words, all in one transaction. */
const come = (store: Store, first: number, count: number, more = 0): void =>
  store.write(() => {
    for (let n = first; n < first + count; n += 1) {
      const stub = { negotiationID: `n${n}`, businessID: 'b1', customerID: `c${n}` };
      const named = {
        ...stub,
        accountID,
        customerName: [
          'Boiler',
          n,
          ...Array(more)
            .keys()
            .map((each) => `${each}x${n}`),
        ].join(' '),
        createdAt: noon - n * 1_000,
      };
      refreshInbox(store, insertStub(store, named, noon));
    }
  });

const found = (store: Store): number =>
  listLeads(store, { view: 'all', business: null, query: 'boiler', start: null, limit: 500 })?.leads
    .length ?? 0;

const indexed = (store: Store) => {
  const clock = testClock();
  const others: (() => void)[] = [];
  const changes: Change[] = [];
  let steady = 0;
  const slices = createSlices({
    steady: () => (steady += 4),
    letOthers: (then) => others.push(then),
  });
  const publish = (change: Change): void => void changes.push(change);
  const end = startIndexing({ store, slices, publish, clock, log: testLog() });
  onTestFinished(end);
  const breathe = async (): Promise<boolean> => {
    const then = others.shift();
    then?.();
    await new Promise((done) => setImmediate(done));
    return then !== undefined;
  };
  return { clock, changes, breathe, end };
};

it('finds a few changes immediately', () => {
  const store = testStore();
  come(store, 1, 5);
  expect(found(store)).toBe(5);
});

it('finds many changes gradually and notifies the window at the end', async () => {
  const store = testStore();
  const { clock, changes, breathe } = indexed(store);
  come(store, 1, many);
  expect(found(store)).toBe(0);
  clock.advance(250);
  const seen = [found(store)];
  while (await breathe()) seen.push(found(store));
  expect(seen.filter((count) => count > 0 && count < many).length).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(many);
  expect(changes.at(-1)).toEqual({ kinds: ['leads'], leadIDs: null });
  come(store, many + 1, 2);
  expect(found(store)).toBe(many + 2);
});

it('continues after a restart of the engine', async () => {
  const store = testStore();
  const first = indexed(store);
  come(store, 1, many);
  first.clock.advance(250);
  await first.breathe();
  first.end();
  while (await first.breathe());
  expect(found(store)).toBeGreaterThan(0);
  expect(found(store)).toBeLessThan(many);
  const second = indexed(store);
  second.clock.advance(250);
  while (await second.breathe());
  expect(found(store)).toBe(many);
});

/** Number of separate parts of the full-text index. */
const countParts = (store: Store): number =>
  store.db.prepare<[], number>('SELECT count(DISTINCT segid) FROM lead_words_idx').pluck().get() ??
  0;

it('goes on within a second after another program locked the database at its start', async () => {
  const store = testStore();
  const other = new Database(store.db.name);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const { clock, breathe } = indexed(store);
  clock.advance(250);
  await breathe();
  other.exec('ROLLBACK');
  clock.advance(1_000);
  while (await breathe());
  for (let first = 1; first <= 60; first += 5) come(store, first, 5, 500);
  expect(countParts(store)).toBe(12);
  clock.advance(250);
  while (await breathe());
  expect(countParts(store)).toBeLessThan(4);
});

it('merges the index after commits, not within them, and then rests', async () => {
  const store = testStore();
  const { clock, changes, breathe } = indexed(store);
  clock.advance(250);
  while (await breathe());
  for (let first = 1; first <= 60; first += 5) come(store, first, 5, 500);
  expect(countParts(store)).toBe(12);
  clock.advance(250);
  while (await breathe());
  expect(countParts(store)).toBeLessThan(4);
  expect(found(store)).toBe(60);
  const commits = store.countCommits();
  clock.advance(60_000);
  while (await breathe());
  expect(store.countCommits()).toBe(commits);
  expect(changes).toEqual([]);
});
