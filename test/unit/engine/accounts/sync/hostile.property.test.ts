import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import { restlessClock } from '../../support/store.ts';
import { day, hour, minute, settle, testSync, type SyncBench } from './bench.ts';

const leads = ['n1', 'n2', 'n3', 'n4', 'n5'];

const failures = {
  offline: fail('offline', 'No network.'),
  gone: fail('gone', 'Gone.', { status: 404 }),
  forbidden: fail('forbidden', 'No.', { status: 403 }),
  refused: fail('reconnect_needed', 'Sign in again.', { status: 401 }),
  broken: fail('service_unavailable', 'Broken.', { status: 500 }),
  odd: fail('unexpected_answer', 'A firewall.', { status: 451 }),
};

type Step =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'set'; readonly by: number }
  | { readonly do: 'fail'; readonly what: string; readonly how: keyof typeof failures }
  | { readonly do: 'heal' | 'wake' | 'check' | 'restart' | 'leave' }
  | { readonly do: 'write' | 'hear' | 'watch'; readonly lead: string };

const aLead = fc.constantFrom(...leads);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('pass' as const),
    ms: fc.constantFrom(1, 1_000, 30_000, 4 * minute),
  }),
  fc.record({ do: fc.constant('set' as const), by: fc.constantFrom(-day, -hour, hour, day) }),
  fc.record({
    do: fc.constant('fail' as const),
    what: fc.constantFrom('', 'lead', 'lead n1', 'messages', 'list', 'businesses'),
    how: fc.constantFrom(...(Object.keys(failures) as (keyof typeof failures)[])),
  }),
  fc.record({ do: fc.constantFrom('heal', 'wake', 'check', 'restart', 'leave') }),
  fc.record({ do: fc.constantFrom('write', 'hear', 'watch'), lead: aLead }),
);

const take = async (bench: SyncBench, taken: Step): Promise<void> => {
  switch (taken.do) {
    case 'pass':
      return bench.pass(taken.ms, Math.max(1, taken.ms / 8));
    case 'set':
      return bench.clock.set(bench.clock.now() + taken.by);
    case 'fail':
      return void bench.failing.set(taken.what, failures[taken.how]);
    case 'heal':
      return bench.failing.clear();
    case 'wake':
      return bench.sync().wake();
    case 'check':
      return bench.sync().checkNow();
    case 'restart':
      return bench.restart();
    case 'leave':
      return bench.sync().watch(null, true);
    case 'watch': {
      const row = bench.view('all')[leads.indexOf(taken.lead)];
      return bench.sync().watch(row?.leadID ?? null, true);
    }
    case 'write':
    case 'hear': {
      const written = bench.messages.get(taken.lead)?.length ?? 0;
      bench.write(taken.lead, `m${written}-${taken.lead}`, bench.clock.steady());
      if (taken.do === 'write') return undefined;
      bench.deliver('MessageCreatedV4', bench.messages.get(taken.lead)?.at(-1));
      return bench.sync().pollDue();
    }
  }
};

/** Five leads of the last hour, at a service that lists them or has announced each. */
const begin = async (lists: boolean): Promise<SyncBench> => {
  const bench = testSync(restlessClock());
  bench.setList(lists);
  for (const lead of leads) {
    bench.addLead(lead, hour);
    if (!lists) bench.deliver('NegotiationCreatedV4', bench.leads.get(lead));
  }
  bench.sync().attach();
  await settle();
  return bench;
};

describe('synchronization', () => {
  it('finds everything and keeps polling, whatever failed and however the clock was set before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 20 }), async (lists, steps) => {
        const bench = await begin(lists);
        for (const taken of steps) await take(bench, taken);

        bench.failing.clear();
        bench.clock.set(bench.clock.steady());
        bench.sync().watch(null, true);
        bench.sync().checkNow();
        await bench.pass(4 * minute, 30_000);
        const rows = bench.view('all');
        expect(rows.map(({ availability, isIncomplete }) => [availability, isIncomplete])).toEqual(
          leads.map(() => ['here', false]),
        );
        expect(rows.flatMap((row) => bench.thread(row))).toHaveLength(
          [...bench.messages.values()].flat().length,
        );
        const { online, lastFailure } = bench.sync().report();
        expect({ online, lastFailure }).toEqual({ online: true, lastFailure: null });
        bench.fresh();
        await bench.pass(9 * minute, 30_000);
        const asked = bench.fresh();
        for (const lead of leads) expect(asked).toContain(`lead ${lead}`);
        expect(asked).toContain('businesses');
        bench.sync().stop();
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('recovers without a manual check', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 20 }), async (lists, steps) => {
        const bench = await begin(lists);
        for (const taken of steps) await take(bench, taken);

        bench.failing.clear();
        bench.clock.set(bench.clock.steady());
        bench.sync().watch(null, true);
        bench.fresh();
        // A lead that kept failing waits up to an hour; a missing one up to a day.
        await bench.pass(75 * minute, 2.5 * minute);
        const asked = bench.fresh();
        expect(asked).toContain('businesses');
        if (bench.sync().report().polling.listsLeads) expect(asked).toContain('list b1 0');
        const here = bench.view('all').filter(({ availability }) => availability === 'here');
        expect(
          new Set(asked.filter((name) => name.startsWith('lead'))).size,
        ).toBeGreaterThanOrEqual(here.length);
        expect(here.every(({ isIncomplete }) => !isIncomplete)).toBe(true);
        const { online, lastFailure } = bench.sync().report();
        expect({ online, lastFailure }).toEqual({ online: true, lastFailure: null });
        bench.sync().stop();
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
