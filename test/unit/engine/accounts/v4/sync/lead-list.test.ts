/** A list of leads that says less of each lead, or other things, than the lead's own record does. */
import { describe, expect, it } from 'vitest';
import { minute, settle, testSync, type SyncBench } from '../../sync/bench.ts';

/** A service whose list leaves out what was asked, shortens names and has no price. */
const attached = async (): Promise<SyncBench> => {
  const bench = testSync();
  bench.setListed(({ request: _left, leadPrice: _out, ...lead }) => ({
    ...lead,
    customer: { displayName: 'M. G.' },
  }));
  bench.addLead('n1');
  bench.sync().attach();
  await settle();
  return bench;
};

const leadChanges = ({ changes }: SyncBench) =>
  changes.filter(({ kinds }) => kinds.includes('leads'));

describe('a list that says less than the lead itself', () => {
  it('takes nothing from it, and an unchanged lead is no news, minute after minute', async () => {
    const bench = await attached();
    const before = [bench.lead(), leadChanges(bench).length];
    await bench.pass(30 * minute, minute);
    expect(bench.count('list')).toBeGreaterThan(20);
    expect([bench.lead(), leadChanges(bench).length]).toEqual(before);
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', price: { cents: 2_500 } });
    expect(bench.view('all', 'drips')).toHaveLength(1);
  });

  it('has the lead itself asked about as soon as it shows that it changed', async () => {
    const bench = await attached();
    await bench.pass(2 * minute, minute);
    bench.addLead('n1', 0, { status: 'Canceled' });
    bench.fresh();
    await bench.pass(1.2 * minute);
    expect(bench.fresh()).toContain('lead n1');
    expect(bench.lead()).toMatchObject({ status: 'Canceled', customerName: 'Maria Gomez' });
  });

  it('is all that is known of a lead until the lead itself has answered', async () => {
    const bench = testSync();
    bench.setListed((lead) => ({ ...lead, customer: { displayName: 'M. G.' } }));
    bench.failing.set('lead', { ok: false, error: { code: 'service_unavailable', message: '' } });
    bench.addLead('n1');
    bench.sync().attach();
    await settle();
    expect(bench.lead().customerName).toBe('M. G.');
    bench.failing.clear();
    await bench.pass(20 * minute, minute);
    expect(bench.lead().customerName).toBe('Maria Gomez');
  });
});

it('a record that only comes in another order of its fields changes nothing', async () => {
  const bench = testSync();
  bench.addLead('n1');
  bench.sync().attach();
  await settle();
  const before = leadChanges(bench).length;
  const lead = bench.leads.get('n1') ?? {};
  bench.leads.set('n1', Object.fromEntries(Object.entries(lead).reverse()));
  await bench.pass(10 * minute, minute);
  expect(leadChanges(bench)).toHaveLength(before);
});
