import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import { message } from '../../support/records.ts';
import { day, hour, minute, noon, settle, testSync, type SyncBench } from './bench.ts';

const gone = fail('gone', 'No such thing.', { status: 404 });
const forbidden = fail('forbidden', 'Not yours.', { status: 403 });

/** A service that lists no leads, and eight leads of today that need a reply. */
const eightLeads = async (): Promise<SyncBench> => {
  const bench = testSync();
  bench.setList(false);
  for (let n = 1; n <= 8; n += 1) {
    bench.addLead(`n${n}`, n * minute);
    bench.deliver('NegotiationCreatedV4', bench.leads.get(`n${n}`));
  }
  bench.sync().attach();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  return bench;
};

const needReply = (bench: SyncBench): number => bench.view('needs_reply').length;

/** Rejects every request for a lead until all of them count as missing. */
const loseAll = async (bench: SyncBench): Promise<void> => {
  bench.failing.set('lead', gone);
  await bench.pass(20 * minute, 10_000);
  expect(needReply(bench)).toBe(0);
};

describe('a lead that the service rejects', () => {
  it.each([
    ['404', gone],
    ['403', forbidden],
  ])('with %s for a minute stays in its list, however often it is polled', async (_, refusal) => {
    const bench = await eightLeads();
    bench.failing.set('lead', refusal);
    bench.failing.set('messages', refusal);
    for (let second = 0; second < 60; second += 1) {
      if (second % 7 === 0) bench.sync().checkNow();
      bench.sync().watch(second % 2 === 0 ? (bench.view('all')[0]?.leadID ?? null) : null, true);
      await bench.pass(1_000);
    }
    expect(needReply(bench)).toBe(8);
    bench.failing.clear();
    await bench.pass(20 * minute, 10_000);
    expect(needReply(bench)).toBe(8);
  });

  it('for many minutes is marked as gone and polled less and less often', async () => {
    const bench = await eightLeads();
    await loseAll(bench);
    expect(bench.view('all').map(({ availability }) => availability)).toEqual(
      Array.from({ length: 8 }, () => 'gone'),
    );
    await bench.pass(day, 10 * minute);
    bench.fresh();
    await bench.pass(5 * day, hour);
    expect(bench.count('lead n1')).toBeLessThan(25);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThan(3);
  });

  it('is not marked as gone sooner when the clock is set', async () => {
    const bench = await eightLeads();
    bench.failing.set('lead', gone);
    bench.sync().checkNow();
    await settle();
    for (const by of [day, -day, 30 * day]) {
      bench.clock.set(noon + by);
      bench.sync().checkNow();
      await bench.pass(1_000);
    }
    expect(bench.view('all').every(({ availability }) => availability === 'here')).toBe(true);
  });

  it('is not marked as gone when only its conversation is rejected', async () => {
    const bench = await eightLeads();
    bench.failing.set('messages', forbidden);
    await bench.pass(2 * hour, 5 * minute);
    expect(needReply(bench)).toBe(8);
    bench.failing.clear();
    bench.write('n1', 'm1', noon - 30 * minute);
    await bench.pass(10 * minute, 10_000);
    expect(bench.view('all').filter(({ lastMessage }) => lastMessage !== null)).toHaveLength(1);
  });
});

describe('a missing lead that lists still show', () => {
  it('is polled at most once an hour, until the service has it again', async () => {
    const bench = testSync();
    bench.addLead('n1');
    bench.failing.set('lead', forbidden);
    bench.sync().attach();
    await bench.pass(20 * minute, minute);
    expect(bench.lead()).toMatchObject({ availability: 'forbidden' });
    bench.fresh();
    await bench.pass(12 * hour, 5 * minute);
    const polled = bench.fresh().filter((name) => name === 'lead n1').length;
    expect(polled).toBeGreaterThan(5);
    expect(polled).toBeLessThan(16);
    bench.failing.clear();
    await bench.pass(61 * minute, 5 * minute);
    expect(bench.lead()).toMatchObject({ availability: 'here' });
  });

  it.each([
    ['gone', gone],
    ['forbidden', forbidden],
  ])('is polled less and less often until it counts as %s', async (availability, refusal) => {
    const bench = testSync();
    bench.setListed(({ request: _request, ...listed }) => listed);
    bench.addLead('n1');
    bench.sync().attach();
    await bench.pass(10 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ availability: 'here' });
    bench.failing.set('lead', refusal);
    bench.fresh();
    await bench.pass(20 * minute, 10_000);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeLessThan(6);
    expect(bench.lead()).toMatchObject({ availability });
  });

  it('counts as gone although its listing differs each time', async () => {
    const bench = testSync();
    let listings = 0;
    bench.setListed((listed) => ({ ...listed, status: `Open ${(listings += 1)}` }));
    bench.addLead('n1');
    bench.sync().attach();
    await bench.pass(10 * minute, 10_000);
    bench.failing.set('lead', gone);
    bench.fresh();
    await bench.pass(20 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ availability: 'gone' });
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeLessThan(6);
  });

  it('is read from the list if no request has ever returned it', async () => {
    const bench = testSync();
    bench.addLead('n1');
    bench.failing.set('lead', forbidden);
    bench.sync().attach();
    await bench.pass(20 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Open', availability: 'forbidden' });
    bench.addLead('n1', minute, { status: 'Picked' });
    await bench.pass(2 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Open', availability: 'forbidden' });
    bench.deliver('NegotiationCreatedV4', bench.leads.get('n1'));
    bench.addLead('n1', minute, { status: 'Scheduled' });
    await bench.pass(2 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Scheduled', availability: 'here' });
  });
});

describe('a missing lead that the service has again', () => {
  it.each<[string, (bench: SyncBench) => void]>([
    ['a manual check', (bench) => bench.sync().checkNow()],
    ['the next start', (bench) => bench.restart()],
    ['waking', (bench) => bench.sync().wake()],
  ])('is found by %s', async (_how, look) => {
    const bench = await eightLeads();
    await loseAll(bench);
    bench.failing.clear();
    look(bench);
    await bench.pass(2_000, 1_000);
    expect(needReply(bench)).toBe(8);
  });

  it('is found by a manual check even after months without activity', async () => {
    const bench = await eightLeads();
    await loseAll(bench);
    bench.clock.set(noon + 90 * day);
    bench.failing.clear();
    bench.sync().checkNow();
    await bench.pass(2_000, 1_000);
    expect(needReply(bench)).toBe(8);
  });

  it('returns as soon as its customer writes, and is polled right away', async () => {
    const bench = await eightLeads();
    await loseAll(bench);
    bench.failing.clear();
    bench.fresh();
    for (let n = 1; n <= 8; n += 1) {
      const received = message(`m${n}`, `n${n}`, 'Customer', 'Are you there?', bench.clock.now());
      bench.deliver('MessageCreatedV4', received);
    }
    expect(needReply(bench)).toBe(8);
    bench.sync().pollDue();
    await bench.pass(2_000, 1_000);
    expect(new Set(bench.fresh().filter((name) => name.startsWith('lead'))).size).toBe(8);
    expect(needReply(bench)).toBe(8);
  });

  it('returns when its customer wrote while it was being polled', async () => {
    const bench = await eightLeads();
    bench.failing.set('lead', gone);
    await bench.pass(9 * minute, 10_000);
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hello?', noon));
    bench.sync().pollDue();
    await bench.pass(4 * minute, 10_000);
    expect(bench.view('needs_reply').map(({ lastMessage }) => lastMessage?.text)).toEqual([
      'Hello?',
    ]);
  });

  it('returns when it is announced again', async () => {
    const bench = await eightLeads();
    await loseAll(bench);
    bench.deliver('NegotiationCreatedV4', { ...bench.leads.get('n1'), again: true });
    expect(needReply(bench)).toBe(1);
  });
});

describe('a lead whose request failed', () => {
  it('is requested right away by a manual check, however long it was to wait', async () => {
    const bench = await eightLeads();
    bench.failing.set('lead n1', fail('rejected', 'No.', { status: 400 }));
    await bench.pass(2 * hour, minute);
    bench.failing.clear();
    bench.fresh();
    bench.sync().checkNow();
    await bench.pass(2_000, 1_000);
    expect(bench.fresh()).toContain('lead n1');
  });
});
