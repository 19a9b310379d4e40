/** A list of leads whose records have less, or other, data than the leads themselves. */
import { describe, expect, it } from 'vitest';
import { countNotUnderstood } from '../../../../../../../main/engine/accounts/deliveries.ts';
import {
  accountID,
  day,
  hour,
  minute,
  settle,
  testSync,
  type SyncBench,
} from '../../../../accounts/sync/bench.ts';

/** A service whose list omits the request and the price, and shortens names. */
const attached = async (): Promise<SyncBench> => {
  const bench = testSync();
  bench.setListed(({ request: _left, leadPrice: _out, ...lead }) => ({
    ...lead,
    customer: { displayName: 'M. G.' },
  }));
  bench.addLead('n1');
  bench.sync().attach();
  await settle();
  await bench.pass(1_000);
  return bench;
};

const leadChanges = ({ changes }: SyncBench) =>
  changes.filter(({ kinds }) => kinds.includes('leads'));

describe('a list with less data than the lead itself', () => {
  it('removes nothing from the lead and publishes no change', async () => {
    const bench = await attached();
    const before = [bench.lead(), leadChanges(bench).length];
    await bench.pass(30 * minute, minute);
    expect(bench.count('list')).toBeGreaterThan(20);
    expect([bench.lead(), leadChanges(bench).length]).toEqual(before);
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', price: { cents: 2_500 } });
    expect(bench.view('all', 'drips')).toHaveLength(1);
  });

  it('gets the lead itself fetched as soon as it shows a change', async () => {
    const bench = await attached();
    await bench.pass(2 * minute, minute);
    bench.addLead('n1', 0, { status: 'Canceled' });
    bench.fresh();
    await bench.pass(1.2 * minute);
    expect(bench.fresh()).toContain('lead n1');
    expect(bench.lead()).toMatchObject({ status: 'Canceled', customerName: 'Maria Gomez' });
  });

  it('is shown until the lead itself has been fetched', async () => {
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

it('a record with only its fields reordered changes nothing', async () => {
  const bench = testSync();
  bench.addLead('n1');
  bench.sync().attach();
  await settle();
  await bench.pass(1_000);
  const before = leadChanges(bench).length;
  const lead = bench.leads.get('n1') ?? {};
  bench.leads.set('n1', Object.fromEntries(Object.entries(lead).reverse()));
  await bench.pass(10 * minute, minute);
  expect(leadChanges(bench)).toHaveLength(before);
});

it('a page of a list on which nothing is understood is kept, and the leads after it are imported', async () => {
  const bench = testSync();
  bench.setMayPoll(false);
  for (let n = 0; n < 60; n += 1) bench.addLead(`n${n}`, 10 * day + n * hour, { number: n });
  bench.setListed((lead) => (Number(lead['number']) < 50 ? { number: lead['number'] } : lead));
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  expect(bench.view('all')).toHaveLength(10);
  expect(countNotUnderstood(bench.store, accountID)).toBe(50);
  expect(bench.sync().report().backfill.state).toBe('done');
});
