import { describe, expect, it } from 'vitest';
import { dueLeads } from '../../../../../main/engine/accounts/polls.ts';
import { currentID, noon, openBench } from './bench.ts';

describe('a call of the legacy service for a lead that has moved', () => {
  it('makes no second lead of it, and nothing that waits for an answer there', () => {
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

  it('has v4 asked for it while both have the lead, which stands in the lists once', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.v4.lead('n1');
    bench.news.length = 0;
    bench.legacy.message('m7', 'n1', 'Are you there?', noon);
    expect(bench.view('all')).toMatchObject([{ accountID: currentID, lastMessage: null }]);
    const [due] = dueLeads(bench.store, currentID, bench.clock.steady(), [], 5);
    expect(due).toMatchObject({ negotiationID: 'n1' });
    bench.v4.message('m7', 'n1', 'Customer', 'Are you there?', noon, 'poll');
    expect(bench.view('all')).toMatchObject([{ lastMessage: { text: 'Are you there?' } }]);
  });
});
