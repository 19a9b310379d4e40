/** Gaps in which leads may have been missed, for a service that cannot list leads. */
import { describe, expect, it } from 'vitest';
import {
  listUncoveredBusinesses,
  computeCoverage,
  watchCoverage,
  type Coverage,
} from '../../../../main/engine/accounts/coverage.ts';
import { testClock, testLog, testStore } from '../support/store.ts';

const minute = 60_000;
const start: Coverage = { coveredAt: 0, gaps: [] };
type State = 'active' | 'disabled' | 'missing';
const facts = (state: State = 'active', reachable = true, checkedAt: number | null = 0) => ({
  reachable,
  lacksPassword: false,
  uncovered: listUncoveredBusinesses([
    { businessID: 'b1', businessName: 'Hill Plumbing', state, checkedAt, reason: null },
  ]),
});

describe('a gap in the leads', () => {
  it('begins when instant delivery was last on, and ends when it is on again', () => {
    const off = computeCoverage(start, facts('disabled'), minute);
    expect(off.gaps).toEqual([{ businessID: 'b1', from: 0, until: null }]);
    const still = computeCoverage(off, facts('disabled'), 2 * minute);
    expect(still.gaps).toEqual(off.gaps);
    expect(computeCoverage(still, facts(), 3 * minute).gaps).toEqual([
      { businessID: 'b1', from: 0, until: 3 * minute },
    ]);
  });

  it('of many businesses begins once, and only old ended ones are forgotten', () => {
    const uncovered = Array.from({ length: 25 }, (_, n) => `b${n}`);
    const all = { reachable: true, lacksPassword: false, uncovered };
    const begun = computeCoverage(start, all, minute);
    expect(begun.gaps).toHaveLength(25);
    expect(computeCoverage(begun, all, 2 * minute).gaps).toEqual(begun.gaps);
    const half = computeCoverage(begun, { ...all, uncovered: uncovered.slice(0, 2) }, 3 * minute);
    expect(half.gaps.filter(({ until }) => until === null)).toHaveLength(2);
    expect(half.gaps.filter(({ until }) => until !== null)).toHaveLength(20);
  });

  it('does not begin while a webhook is set up for the first time', () => {
    expect(computeCoverage(start, facts('missing', true, null), minute).gaps).toEqual([]);
  });

  it('covers a long time in which the computer was off', () => {
    expect(computeCoverage(start, facts(), 60 * minute).gaps).toEqual([
      { businessID: null, from: 0, until: 60 * minute },
    ]);
    expect(computeCoverage(start, facts(), 4 * minute).gaps).toEqual([]);
  });

  it('lasts while the computer is unreachable', () => {
    const cut = computeCoverage(start, facts('active', false), 10 * minute);
    expect(cut.gaps).toEqual([{ businessID: null, from: 0, until: null }]);
    const back = computeCoverage(cut, facts(), 20 * minute);
    expect(back.gaps).toEqual([{ businessID: null, from: 0, until: 20 * minute }]);
    expect(computeCoverage(back, facts(), 21 * minute).gaps).toEqual(back.gaps);
  });

  it('begins within minutes even if the clock was set back meanwhile', () => {
    const away = facts('active', false);
    const setBack = computeCoverage({ coveredAt: 24 * 60 * minute, gaps: [] }, away, 0);
    expect(computeCoverage(setBack, away, 10 * minute).gaps).toEqual([
      { businessID: null, from: 0, until: null },
    ]);
  });

  it('lasts while a legacy account has no password', () => {
    const without = { ...facts(), lacksPassword: true };
    expect(computeCoverage(start, without, 10 * minute).gaps).toEqual([
      { businessID: null, from: 0, until: null },
    ]);
  });
});

it('a thousand webhooks are checked 6 times an hour, and also when they change', () => {
  const clock = testClock();
  const store = testStore(clock);
  store.db.prepare('UPDATE accounts SET lists_leads = 0').run();
  let reads = 0;
  let state: State = 'active';
  let news = 0;
  const webhooks = () => {
    reads += 1;
    return Array.from({ length: 1_000 }, (_, n) => ({
      businessID: `b${n}`,
      businessName: '',
      state: n === 7 ? state : ('active' as const),
      checkedAt: 0,
      reason: null,
    }));
  };
  const coverage = watchCoverage({
    store,
    clock,
    log: testLog(),
    readFacts: () => ({ reachable: true, lacksPassword: false, readWebhooks: webhooks }),
    onChange: () => void (news += 1),
  });
  for (let n = 0; n < 120; n += 1) clock.advance(30_000);
  expect(reads).toBe(6);
  expect(news).toBe(0);
  state = 'disabled';
  coverage.checkSoon();
  clock.advance(1_000);
  expect([reads, news]).toEqual([7, 1]);
  coverage.stop();
});
