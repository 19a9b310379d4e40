import { describe, expect, it } from 'vitest';
import { noon, openBench } from './bench.ts';

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

  it('is taken in as ever while the lead is still there', () => {
    const bench = openBench();
    bench.legacy.lead('n1');
    bench.v4.lead('n1');
    bench.legacy.message('m7', 'n1', 'Are you there?', noon);
    expect(bench.legacy.row('n1')).toMatchObject({ lastMessage: { text: 'Are you there?' } });
  });
});
