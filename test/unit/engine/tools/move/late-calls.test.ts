import { describe, expect, it } from 'vitest';
import { listDueLeads } from '../../../../../main/engine/accounts/polls.ts';
import { currentID, noon, openBench } from './bench.ts';

describe('a call from the legacy service for a lead that has moved', () => {
  it('creates no second lead and changes nothing', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.v4.lead('n1');
    bench.merge('n1');
    const before = bench.view('all');
    bench.legacy.message('m7', 'n1', 'Are you there?', noon);
    bench.legacy.lead('n1');
    expect(bench.view('all')).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('makes v4 be polled while both accounts have the lead, which is listed once', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.v4.lead('n1');
    bench.news.length = 0;
    bench.legacy.message('m7', 'n1', 'Are you there?', noon);
    expect(bench.view('all')).toMatchObject([{ accountID: currentID, lastMessage: null }]);
    const [due] = listDueLeads(bench.store, currentID, bench.clock.steady(), [], 5);
    expect(due).toMatchObject({ negotiationID: 'n1' });
    bench.v4.message('m7', 'n1', 'Customer', 'Are you there?', noon, 'poll');
    expect(bench.view('all')).toMatchObject([{ lastMessage: { text: 'Are you there?' } }]);
  });
});
