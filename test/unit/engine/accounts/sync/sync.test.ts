import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { leadCommands } from '../../../../../main/engine/leads/commands.ts';
import { createMarking } from '../../../../../main/engine/leads/marking.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { message } from '../../support/records.ts';
import { testClock, testSlices } from '../../support/store.ts';
import { accountID, day, hour, minute, noon, settle, testSync, type SyncBench } from './bench.ts';

const attached = async () => {
  const bench = testSync();
  bench.sync().attach();
  await settle();
  bench.fresh();
  return bench;
};

describe('the first sync', () => {
  it('brings every lead and every message, and says how far it is', async () => {
    const bench = testSync();
    for (let n = 0; n < 120; n += 1) bench.addLead(`n${n}`, 8 * day + n * hour);
    for (let n = 0; n < 65; n += 1) bench.write('n3', `m${n}`, noon - 8 * day - n * minute);
    bench.sync().attach();
    for (let turn = 0; turn < 30; turn += 1) await settle();
    const { backfill, polling } = bench.sync().report();
    expect({ backfill, listsLeads: polling.listsLeads }).toEqual({
      backfill: { state: 'done', leads: 120 },
      listsLeads: true,
    });
    const rows = bench.store.db.prepare('SELECT count(*) AS n FROM leads').get();
    expect(rows).toEqual({ n: 120 });
    expect(bench.store.db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 65 });
    expect(bench.news).toEqual([]);
  });

  it.each(['newest', 'oldest'] as const)(
    'reads a long conversation to its end when a page holds the %s messages',
    async (order) => {
      const bench = testSync();
      bench.setOrder(order);
      bench.addLead('n1', 30 * day);
      for (let n = 0; n < 205; n += 1) bench.write('n1', `m${n}`, noon - n * minute);
      bench.sync().attach();
      for (let turn = 0; turn < 3; turn += 1) await settle();
      expect(bench.store.db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({
        n: 205,
      });
      expect(bench.count('messages')).toBeLessThan(205 / 20 + 5);
    },
  );

  it('reads a long conversation to its end at a service whose pages are small', async () => {
    const bench = testSync();
    bench.setLargestPage(5);
    bench.addLead('n1', 30 * day);
    for (let n = 0; n < 32; n += 1) bench.write('n1', `m${n}`, noon - n * minute);
    bench.sync().attach();
    for (let turn = 0; turn < 3; turn += 1) await settle();
    expect(bench.store.db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 32 });
  });

  it('goes on where it was when the engine ends in the middle', async () => {
    const bench = testSync();
    for (let n = 0; n < 175; n += 1) bench.addLead(`n${n}`, day + n * hour);
    bench.failing.set('list b1 100', fail('service_unavailable', 'No.', { status: 503 }));
    bench.sync().attach();
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(bench.sync().report().backfill.state).toBe('running');
    bench.failing.clear();
    bench.fresh();
    bench.restart();
    for (let turn = 0; turn < 20; turn += 1) await settle();
    // The walk from where it was, and the check of the first page that runs beside it.
    expect(bench.fresh().filter((name) => name.startsWith('list'))).toEqual([
      'list b1 100',
      'list b1 0',
      'list b1 150',
      'list b1 175',
    ]);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 175 });
  });

  it('counts nobody as waiting whose conversation has still to be read', async () => {
    const bench = testSync();
    for (let n = 0; n < 60; n += 1) {
      bench.addLead(`n${n}`, 8 * day + n * hour);
      bench.messages.set(`n${n}`, [message(`m${n}`, `n${n}`, 'Business', 'Done.', noon - 7 * day)]);
    }
    bench.addLead('waits', 8 * day);
    const seen = new Set<number>();
    bench.sync().attach();
    while (bench.sync().report().backfill.state !== 'done') {
      for (let turn = 0; turn < 20; turn += 1) {
        await Promise.resolve();
        seen.add(bench.view('needs_reply').length);
      }
      await new Promise((done) => setImmediate(done));
    }
    expect([...seen].toSorted()).toEqual([0, 1]);
  });

  it('rests when the person says so, while new leads come in, and goes on where it was', async () => {
    const bench = testSync();
    for (let n = 0; n < 175; n += 1) bench.addLead(`n${n}`, 10 * day + n * hour);
    bench.failing.set('list b1 100', fail('service_unavailable', 'No.', { status: 503 }));
    bench.sync().attach();
    for (let turn = 0; turn < 20; turn += 1) await settle();
    bench.sync().pauseImport(true);
    bench.sync().pauseImport(true);
    bench.failing.clear();
    const { leads } = bench.sync().report().backfill;
    bench.restart();
    await bench.pass(5 * minute, minute);
    expect(bench.sync().report().backfill).toEqual({ state: 'paused', leads });
    expect(bench.shown()?.backfill.state).toBe('paused');
    expect(bench.fresh().filter((name) => name === 'list b1 150')).toEqual([]);

    bench.addLead('new');
    await bench.pass(2 * minute, minute);
    expect(bench.sync().report().backfill).toEqual({ state: 'paused', leads: leads + 1 });

    bench.sync().pauseImport(false);
    for (let turn = 0; turn < 60; turn += 1) await settle();
    expect(bench.fresh()).toContain('list b1 100');
    await bench.pass(2 * minute, 10_000);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 176 });
  });

  it('does not rest histories alone: those that are not read wait, however often leads move', async () => {
    const bench = testSync();
    for (let n = 0; n < 40; n += 1) bench.addLead(`n${n}`, 40 * day + n * hour);
    bench.sync().attach();
    while (bench.sync().report().backfill.state !== 'running') await Promise.resolve();
    bench.sync().pauseImport(true);
    await bench.pass(5 * minute, minute);
    const { leads } = bench.sync().report().backfill;
    expect(leads).toBeLessThan(40);
    await bench.pass(2 * hour, 5 * minute);
    expect(bench.sync().report().backfill).toEqual({ state: 'paused', leads });
  });

  it('is impossible where the service has no list, which is asked once and remembered', async () => {
    const bench = testSync();
    bench.setList(false);
    bench.sync().attach();
    await settle();
    bench.restart();
    await bench.pass(10 * minute, minute);
    expect(bench.count('list')).toBe(1);
    expect(bench.sync().report()).toMatchObject({
      online: true,
      polling: { listsLeads: false },
      backfill: { state: 'impossible' },
    });
  });

  it.each([
    ['no list', 'impossible', (bench: SyncBench) => bench.setList(false)],
    ['a list without leads', 'done', () => undefined],
    ['leads', 'done', (bench: SyncBench) => bench.addLead('n1')],
  ])('tells the window how it ended where there is %s', async (_, state, prepare) => {
    const bench = testSync();
    prepare(bench);
    bench.sync().attach();
    await bench.pass(2 * minute, 10_000);
    expect(bench.sync().report().backfill.state).toBe(state);
    expect(bench.shown()?.backfill).toEqual(bench.sync().report().backfill);
    expect(bench.shown()?.polling.listsLeads).toBe(state === 'done');
  });

  it('is asked for again by the person’s check, and takes place once the service has a list', async () => {
    const bench = testSync();
    bench.setList(false);
    bench.sync().attach();
    await settle();
    bench.addLead('n1', 20 * day);
    bench.setList(true);
    await bench.pass(5 * minute, minute);
    expect(bench.view('all')).toEqual([]);
    bench.sync().checkNow();
    await bench.pass(minute, 10_000);
    expect(bench.lead()).toMatchObject({ incomplete: false });
    expect(bench.sync().report()).toMatchObject({
      polling: { listsLeads: true },
      backfill: { state: 'done', leads: 1 },
    });
  });

  it.each([
    ['404', fail('gone', 'Gone.', { status: 404 })],
    ['403', fail('forbidden', 'No.', { status: 403 })],
  ])('goes on when the list was refused with %s for a minute in the middle', async (_, refusal) => {
    const bench = testSync();
    for (let n = 0; n < 120; n += 1) bench.addLead(`n${n}`, day + n * hour);
    bench.failing.set('list b1 50', refusal);
    bench.sync().attach();
    await bench.pass(minute, 10_000);
    expect(bench.sync().report().backfill.state).toBe('running');
    bench.failing.clear();
    await bench.pass(2 * minute, 10_000);
    for (let turn = 0; turn < 30; turn += 1) await settle();
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 120 });
  });

  it('ends without the leads of a business whose list is refused for minutes', async () => {
    const bench = testSync();
    for (let n = 0; n < 60; n += 1) bench.addLead(`n${n}`, day + n * hour);
    bench.failing.set('list b1 50', fail('forbidden', 'No.', { status: 403 }));
    bench.sync().attach();
    await bench.pass(8 * minute, 20_000);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 50 });
  });

  it('does not take a business that is gone for a service without a list', async () => {
    const bench = testSync();
    bench.failing.set('list', fail('gone', 'Gone.', { status: 404, detail: 'service deleted' }));
    bench.sync().attach();
    await settle();
    expect(bench.sync().report().polling.listsLeads).toBeNull();
  });
});

describe('a lead of which only a message is known', () => {
  it('is fetched at once, with its history', async () => {
    const bench = await attached();
    bench.addLead('n9', 40 * day);
    bench.write('n9', 'm1', noon - 30 * day);
    bench.write('n9', 'm2', noon);
    bench.deliver('MessageCreatedV4', message('m2', 'n9', 'Customer', 'text of m2', noon));
    expect(bench.lead()).toMatchObject({ incomplete: true });
    bench.sync().pollDue();
    await settle();
    expect(bench.fresh()).toEqual(['lead n9', 'messages n9']);
    expect(bench.lead()).toMatchObject({ incomplete: false, customerName: 'Maria Gomez' });
    expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual([
      'text of m1',
      'text of m2',
    ]);
  });

  it('is fetched again and again, less and less often, while that fails', async () => {
    const bench = await attached();
    bench.failing.set('lead', fail('rejected', 'No.', { status: 400 }));
    bench.deliver('MessageCreatedV4', message('m2', 'n9', 'Customer', 'Hi', noon));
    bench.sync().pollDue();
    const at: number[] = [];
    for (let second = 0; second < 160; second += 1) {
      await bench.pass(1_000);
      if (bench.fresh().includes('lead n9')) at.push(second);
    }
    expect(at).toEqual([0, 9, 29, 69, 149]);
  });
});

describe('polling', () => {
  const everyMs = async (ageMs: number, forMs: number, stepMs: number): Promise<number> => {
    const bench = testSync();
    bench.setList(false);
    bench.deliver('NegotiationCreatedV4', {
      negotiationID: 'n1',
      createdAt: new Date(noon - ageMs).toISOString(),
    });
    bench.addLead('n1', ageMs);
    bench.sync().attach();
    await settle();
    bench.fresh();
    await bench.pass(forMs, stepMs);
    return forMs / bench.fresh().filter((name) => name === 'lead n1').length;
  };

  it('asks about a lead by how recently it moved', async () => {
    expect(await everyMs(hour, 30 * minute, 10_000)).toBeCloseTo(3 * minute, -5);
    expect(await everyMs(3 * day, 5 * hour, minute)).toBeCloseTo(30 * minute, -6);
    expect(await everyMs(10 * day, 2 * day, 30 * minute)).toBeCloseTo(6 * hour, -7);
  });

  it('asks rarely about a lead that is canceled or archived, however lately it moved', async () => {
    const bench = await attached();
    bench.addLead('open', hour);
    bench.addLead('canceled', hour, { status: 'Canceled' });
    bench.addLead('archived', hour);
    await bench.pass(2 * minute, 10_000);
    const { lead } = bench.store.db
      .prepare<[], { lead: number }>("SELECT lead FROM leads WHERE negotiation_id = 'archived'")
      .get() ?? { lead: 0 };
    setMarks(bench.store, [lead], { archived: true });
    refreshInbox(bench.store, lead);
    await bench.pass(12 * hour, 20 * minute);
    bench.fresh();
    await bench.pass(6 * hour, 10 * minute);
    const calls = bench.fresh();
    const asked = (id: string): number => calls.filter((name) => name === `lead ${id}`).length;
    expect([asked('canceled'), asked('archived')]).toEqual([1, 1]);
    expect(asked('open')).toBeGreaterThan(20);
  });

  it('asks at once about a lead that is archived no more', async () => {
    const bench = await attached();
    bench.addLead('n1', 40 * day);
    await bench.pass(2 * minute, 10_000);
    const [row] = bench.view('all');
    if (row === undefined) throw new Error('There is no lead.');
    const commands = leadCommands({
      clock: testClock(),
      store: bench.store,
      slices: testSlices(bench.clock),
      mark: createMarking({
        store: bench.store,
        slices: testSlices(bench.clock),
        clock: testClock(),
        publish: () => undefined,
      }),
      details: () => null,
      reopened: (leads) => bench.sync().pollLeads(leads),
      jobStatusChanged: () => undefined,
    });
    const archive = async (archived: boolean): Promise<readonly string[]> => {
      bench.fresh();
      await commands['leads.mark']({ leadIDs: [row.leadID], archived });
      await settle();
      return bench.fresh().filter((name) => name.startsWith('lead'));
    };
    expect([await archive(true), await archive(false)]).toEqual([[], ['lead n1']]);
  });

  it('asks about leads of years past less than once a week', async () => {
    const bench = await attached();
    for (let n = 0; n < 20; n += 1) bench.addLead(`n${n}`, (400 + n) * day);
    await bench.pass(5 * minute, minute);
    expect(bench.view('all')).toHaveLength(20);
    bench.fresh();
    await bench.pass(9 * day, day);
    expect(bench.fresh().filter((name) => /^(lead|messages)/.test(name))).toEqual([]);
  }, 60_000);

  it('asks about the lead on the screen every five seconds, and others no more for it', async () => {
    const bench = await attached();
    bench.addLead('n1', 20 * day);
    bench.addLead('n2', 20 * day);
    await bench.pass(2 * minute, 10_000);
    const watched = bench.view('all').find(({ leadID }) => leadID === '1');
    bench.sync().watch(watched?.leadID ?? null, true);
    await settle();
    bench.fresh();
    await bench.pass(30_000, 1_000);
    const polled = bench.fresh().filter((name) => name.startsWith('lead'));
    expect(polled).toHaveLength(6);
    expect(new Set(polled).size).toBe(1);
    bench.sync().watch(null, true);
    await bench.pass(30_000, 1_000);
    expect(bench.fresh().filter((name) => name.startsWith('lead'))).toEqual([]);
  });

  it('finds messages, refunds and status changes that no event announced', async () => {
    const bench = await attached();
    bench.addLead('n1');
    await bench.pass(2 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Open', availability: 'here' });
    bench.addLead('n1', minute, { status: 'Picked' });
    bench.write('n1', 'm1', bench.clock.now());
    await bench.pass(5 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Picked', unread: true });
    expect(bench.thread(bench.lead())).toHaveLength(1);
    bench.leads.delete('n1');
    await bench.pass(15 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ availability: 'gone', needsReply: false });
    await bench.pass(12 * hour, 10 * minute);
    bench.fresh();
    await bench.pass(10 * day, hour);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeLessThan(13);
  });

  it('marks a lead that the grant does not cover', async () => {
    const bench = await attached();
    bench.failing.set('lead', fail('forbidden', 'No.', { status: 403 }));
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hi', noon));
    bench.sync().pollDue();
    await bench.pass(10 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ availability: 'forbidden' });
  });

  it('finds a message that was lost between two that came by webhook', async () => {
    const bench = await attached();
    bench.addLead('n1');
    await bench.pass(2 * minute, 10_000);
    const now = bench.clock.now();
    bench.write('n1', 'lost', now - 1_000);
    bench.write('n1', 'm2', now);
    bench.deliver('MessageCreatedV4', bench.messages.get('n1')?.[1]);
    await bench.pass(5 * minute, 10_000);
    expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual([
      'text of lost',
      'text of m2',
    ]);
  });

  it('lists the newest leads every minute, so that a dead webhook costs a minute', async () => {
    const bench = await attached();
    bench.addLead('n1', 0);
    await bench.pass(minute);
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', unread: true });
    expect(bench.news).toMatchObject([{ kind: 'lead' }]);
  });

  it('reads on when everything on the first page is new', async () => {
    const bench = await attached();
    for (let n = 0; n < 120; n += 1) bench.addLead(`n${n}`, n * 1_000);
    await bench.pass(minute);
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(bench.store.db.prepare('SELECT count(*) AS n FROM leads').get()).toEqual({ n: 120 });
  });

  it('asks about an old lead often again once it has moved', async () => {
    const bench = await attached();
    bench.addLead('n1', 90 * day);
    await bench.pass(2 * minute, 10_000);
    bench.write('n1', 'm1', bench.clock.now());
    bench.deliver('MessageCreatedV4', bench.messages.get('n1')?.[0]);
    bench.fresh();
    await bench.pass(15 * minute, 10_000);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThanOrEqual(3);
  });

  it('catches up on the leads of the last days when the computer wakes, the newest first', async () => {
    const bench = await attached();
    bench.addLead('n1', 2 * day + 123);
    bench.addLead('n2', hour + 45);
    bench.addLead('n3', 100 * day);
    await bench.pass(2 * minute, 10_000);
    bench.fresh();
    bench.sync().wake();
    await settle();
    const calls = bench.fresh();
    expect(calls.filter((name) => name.startsWith('lead'))).toEqual(['lead n2', 'lead n1']);
    expect(calls).toContain('list b1 0');
  });
});

describe('without a network', () => {
  it('says so, tries less and less often, and catches up at once on waking, and tells so once', async () => {
    const bench = await attached();
    bench.addLead('n1');
    await bench.pass(2 * minute, 10_000);
    const offline = fail('offline', 'No network.');
    for (const name of ['lead', 'list', 'businesses', 'messages']) bench.failing.set(name, offline);
    bench.fresh();
    bench.sync().wake();
    await bench.pass(10 * minute, 1_000);
    expect(bench.fresh().length).toBeLessThan(40);
    expect(bench.sync().report()).toMatchObject({
      online: false,
      lastFailure: { code: 'offline' },
    });
    expect(bench.recovered).toEqual([]);
    bench.failing.clear();
    bench.write('n1', 'm1', bench.clock.now());
    bench.sync().wake();
    await settle();
    expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
    expect(bench.thread(bench.lead())).toHaveLength(1);
    expect(bench.recovered).toEqual([accountID]);
  });
});

describe('a service that is down', () => {
  const down = fail('service_unavailable', 'Down.', { status: 503 });

  it('counts as down after a few answers that are nothing but its own errors, not after one', async () => {
    const bench = await attached();
    bench.failing.set('', down);
    bench.sync().wake();
    await settle();
    expect(bench.sync().report()).toMatchObject({
      online: true,
      lastFailure: { code: 'service_unavailable' },
    });
    await bench.pass(2 * minute, 1_000);
    expect(bench.sync().report().online).toBe(false);
  });

  it('is back with the first answer to any request, whoever sent it', async () => {
    const bench = await attached();
    bench.failing.set('', fail('timeout', 'No answer.'));
    bench.sync().wake();
    await bench.pass(10 * minute, 5_000);
    expect(bench.sync().report().online).toBe(false);
    bench.sync().answered();
    expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
    expect(bench.recovered).toEqual([accountID]);
  });
});

describe('the time of the last check', () => {
  it('is known where there is no lead to check, and after a restart', async () => {
    const bench = await attached();
    const { lastAt } = bench.sync().report().polling;
    expect(lastAt).not.toBeNull();
    bench.restart();
    expect(bench.sync().report().polling.lastAt).toBe(lastAt);
  });
});

describe('a service that asks for fewer requests', () => {
  it('is left alone until it said', async () => {
    const bench = await attached();
    bench.addLead('n1');
    bench.failing.set('', fail('rate_limited', 'Slow down.', { status: 429 }));
    bench.setPause(noon + 30 * minute);
    bench.sync().wake();
    await settle();
    bench.fresh();
    expect(bench.sync().report().polling.pausedUntil).toBe(noon + 30 * minute);
    await bench.pass(29 * minute, minute);
    expect(bench.fresh()).toEqual([]);
    bench.failing.clear();
    bench.setPause(null);
    await bench.pass(2 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ incomplete: false });
  });
});

describe('a sign-in that the service refuses', () => {
  const refused = fail('reconnect_needed', 'Sign in again.', { status: 401 });

  it('is tried again, less and less often, and polling goes on when it works', async () => {
    const bench = await attached();
    bench.failing.set('', refused);
    await bench.pass(2 * minute, 10_000);
    expect(bench.sync().report().lastFailure).toMatchObject({ code: 'reconnect_needed' });
    bench.fresh();
    await bench.pass(2 * hour, minute);
    const tries = bench.fresh().length;
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
    bench.failing.clear();
    bench.addLead('n1');
    await bench.pass(12 * minute, minute);
    expect(bench.lead()).toMatchObject({ incomplete: false });
    expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
    bench.fresh();
    await bench.pass(10 * minute, 10_000);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThan(2);
  });

  it('for one lead alone keeps nobody from asking about the others', async () => {
    const bench = await attached();
    bench.addLead('n1');
    bench.addLead('n2');
    bench.failing.set('lead n1', refused);
    await bench.pass(2 * minute, 10_000);
    bench.fresh();
    await bench.pass(hour, 10_000);
    const calls = bench.fresh();
    expect(calls.filter((name) => name === 'lead n2').length).toBeGreaterThan(15);
    expect(calls.filter((name) => name === 'lead n1').length).toBeLessThan(10);
  });

  it('ends with the account that main has detached, and begins when it is attached again', async () => {
    const bench = await attached();
    bench.failing.set('', refused);
    await bench.pass(2 * minute, 10_000);
    bench.sync().detach();
    bench.fresh();
    bench.sync().wake();
    await bench.pass(2 * hour, 10 * minute);
    expect(bench.fresh()).toEqual([]);
    bench.failing.clear();
    bench.addLead('n1');
    bench.sync().attach();
    await settle();
    expect(bench.lead()).toMatchObject({ incomplete: false });
    expect(bench.sync().report().lastFailure).toBeNull();
  });
});

describe('a clock that somebody sets', () => {
  it.each([
    ['back a day', -day],
    ['forward a day', day],
    ['back ten years', -3_650 * day],
  ])('%s neither stops polling nor speeds it up', async (_how, by) => {
    const bench = await attached();
    bench.addLead('n1');
    await bench.pass(2 * minute, 10_000);
    bench.clock.set(bench.clock.now() + by);
    bench.sync().watch(bench.lead().leadID, true);
    await bench.pass(10_000, 1_000);
    bench.sync().watch(null, true);
    bench.fresh();
    await bench.pass(10 * minute, 5_000);
    const calls = bench.fresh();
    expect(calls.filter((name) => name === 'list b1 0')).toHaveLength(10);
    expect(calls.filter((name) => name === 'businesses')).toHaveLength(2);
    expect(calls.filter((name) => name === 'lead n1').length).toBeLessThan(5);
    bench.write('n1', 'm1', noon);
    // How long ago a lead moved is told by the computer's clock: an older one is asked about less.
    await bench.pass(33 * minute, 5_000);
    expect(bench.thread(bench.lead())).toHaveLength(1);
    const { polling } = bench.sync().report();
    expect(Number(polling.nextAt) - bench.clock.now()).toBeLessThanOrEqual(minute);
    expect(polling.lastAt).toBeGreaterThan(bench.clock.now() - 33 * minute);
  });

  it('and that was wrong before the restart leaves no lead waiting for it', async () => {
    const bench = testSync();
    bench.setList(false);
    bench.addLead('n1', 20 * day);
    bench.deliver('NegotiationCreatedV4', bench.leads.get('n1'));
    bench.sync().attach();
    await settle();
    bench.store.db.prepare('UPDATE polls SET next_at = next_at + ?').run(3_650 * day);
    bench.restart();
    bench.fresh();
    await bench.pass(9 * day, hour);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThan(1);
  });

  it('fetches a lead at once that only a message announced', async () => {
    const bench = await attached();
    bench.addLead('n9');
    bench.clock.set(noon + day);
    bench.deliver('MessageCreatedV4', message('m1', 'n9', 'Customer', 'Hi', noon));
    bench.sync().pollDue();
    await settle();
    expect(bench.lead()).toMatchObject({ incomplete: false });
  });
});

describe('a computer that slept', () => {
  it('catches up at once on waking, though the clock of waiting stood still', async () => {
    const bench = await attached();
    bench.addLead('n1', hour);
    await bench.pass(2 * minute, 10_000);
    bench.clock.set(bench.clock.now() + 8 * hour);
    bench.write('n1', 'm1', bench.clock.now() - hour);
    bench.sync().wake();
    await settle();
    expect(bench.thread(bench.lead())).toHaveLength(1);
  });
});

describe('an account that is detached', () => {
  it('is not asked about any more, even by answers under way', async () => {
    const bench = testSync();
    bench.addLead('n1');
    bench.sync().attach();
    bench.sync().detach();
    await bench.pass(hour, minute);
    expect(bench.calls).toEqual(['businesses']);
    expect(bench.view('all')).toEqual([]);
    expect(bench.sync().report()).toMatchObject({ online: false });
  });
});

describe('a disk that is full', () => {
  it('delays synchronization and does not end it', async () => {
    const bench = await attached();
    bench.addLead('n1');
    bench.store.db.pragma('query_only = ON');
    bench.sync().wake();
    await bench.pass(minute, 5_000);
    bench.store.db.pragma('query_only = OFF');
    await bench.pass(5 * minute, 5_000);
    expect(bench.lead()).toMatchObject({ incomplete: false });
  });
});
