/** A slow search yields to other work and returns early with what it has found. */
import { describe, expect, it } from 'vitest';
import { findPage, type ListPage } from '../../../../main/engine/leads/pages.ts';
import { allSteps, createSlices, runSteps } from '../../../../main/engine/platform/slices.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation } from '../support/records.ts';
import { noon } from '../support/store.ts';

const names = Array.from({ length: 30 }, (_, n) => `Customer${n}`);

/** Thirty leads, one of which has a long conversation. */
const bench = (): Bench => {
  const made = testIngest();
  for (const [n, firstName] of names.entries())
    made.deliver(
      'NegotiationCreatedV4',
      negotiation(`${n}`, { customer: { customerID: `c${n}`, firstName, lastName: '' } }),
    );
  for (let n = 0; n < 60; n += 1)
    made.deliver(
      'MessageCreatedV4',
      message(`m${n}`, '3', 'Customer', `${'It drips and drips. '.repeat(200)} ${n}`, noon + n),
    );
  return made;
};

const question = {
  view: 'all',
  business: null,
  isEverywhere: true,
  start: null,
  limit: 50,
} as const;

const seventy = Array.from({ length: 70 }, (_, n) => `-"w${n} x${n}"`).join(' ');

describe('a slow search', () => {
  it('yields to other work along the way', async () => {
    const { store } = bench();
    let [now, breaths] = [0, 0];
    const slices = createSlices({
      steady: () => (now += 1),
      letOthers: (then) => {
        breaths += 1;
        setImmediate(then);
      },
    });
    const found = await runSteps(
      slices.runAsked,
      findPage(store, { ...question, query: '-"drips never"' }),
    );
    expect(found?.leads).toHaveLength(30);
    expect(breaths).toBeGreaterThan(30);
  });

  it('ends a page early when its time is up, and later pages cover each remaining lead once', () => {
    const { store } = bench();
    const found: string[] = [];
    let pages = 0;
    for (let start: { after: { at: number; lead: number } } | null = null; ;) {
      pages += 1;
      let looks = 0;
      const startTimer = () => () => (looks += 1) > 4;
      const page: ListPage | null = allSteps(
        findPage(store, { ...question, start, query: seventy }, startTimer),
      );
      found.push(...(page?.leads.map(({ customerName }) => customerName) ?? []));
      if (page?.next == null) break;
      expect(page.leads.length).toBeLessThan(10);
      const [at = '', lead = ''] = page.next.split('.') as readonly string[];
      const middle = 5_000_000_000_000_000;
      start = { after: { at: middle - Number(at), lead: middle - Number(lead) } };
    }
    expect(pages).toBeGreaterThan(3);
    expect(found.toSorted()).toEqual(names.toSorted());
  });
});
