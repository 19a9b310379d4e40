import { describe, expect, it } from 'vitest';
import { fail } from '../../../../../contract/errors.ts';
import { restartBackfills } from '../../../../../main/engine/accounts/rows.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { createLeadCommands } from '../../../../../main/engine/leads/commands.ts';
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
  it('imports every lead and message without notifying, and reports when it is done', async () => {
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
    'reads a long conversation completely when a page has the %s messages',
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

  it('reads a long conversation completely when pages are small', async () => {
    const bench = testSync();
    bench.setLargestPage(5);
    bench.addLead('n1', 30 * day);
    for (let n = 0; n < 32; n += 1) bench.write('n1', `m${n}`, noon - n * minute);
    bench.sync().attach();
    for (let turn = 0; turn < 3; turn += 1) await settle();
    expect(bench.store.db.prepare('SELECT count(*) AS n FROM messages').get()).toEqual({ n: 32 });
  });

  it('resumes where it was after an engine restart', async () => {
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
    // The import resumes at 100; the check of the first page runs in parallel.
    expect(bench.fresh().filter((name) => name.startsWith('list'))).toEqual([
      'list b1 100',
      'list b1 0',
      'list b1 150',
      'list b1 175',
    ]);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 175 });
  });

  it('counts nobody as waiting before the conversation is read', async () => {
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

  it('can be paused while new leads still come in, and resumes where it was', async () => {
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

  it('of a service that lists no leads, and a paused one, stay as they are when imports restart', async () => {
    const [none, paused] = [testSync(), testSync()];
    none.setList(false);
    for (let n = 0; n < 60; n += 1) paused.addLead(`n${n}`, 10 * day + n * hour);
    paused.failing.set('list b1 50', fail('offline', 'No.'));
    for (const bench of [none, paused]) {
      bench.sync().attach();
      await settle();
    }
    paused.sync().pauseImport(true);
    paused.failing.clear();
    for (const bench of [none, paused]) {
      restartBackfills(bench.store);
      await bench.pass(10 * minute, minute);
    }
    expect(none.sync().report().backfill.state).toBe('impossible');
    expect(paused.sync().report().backfill.state).toBe('paused');
    paused.fresh();
    paused.sync().pauseImport(false);
    await paused.pass(10 * minute, minute);
    expect(paused.fresh()).toContain('list b1 50');
    expect(paused.sync().report().backfill.state).toBe('done');
  });

  it('begins again when imports restart while a page of the list is fetched', async () => {
    const bench = testSync();
    for (let n = 0; n < 175; n += 1) bench.addLead(`n${n}`, 10 * day + n * hour);
    bench.sync().attach();
    while (bench.count('list b1 100') === 0) await Promise.resolve();
    restartBackfills(bench.store);
    await bench.pass(10 * minute, minute);
    expect(bench.count('list b1 50')).toBe(2);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 175 });
  });

  it('reads no more histories while it is paused', async () => {
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

  it('is impossible if the service has no list, which is requested only once', async () => {
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
  ])('publishes how it ended when there is %s', async (_, state, prepare) => {
    const bench = testSync();
    prepare(bench);
    bench.sync().attach();
    await bench.pass(2 * minute, 10_000);
    expect(bench.sync().report().backfill.state).toBe(state);
    expect(bench.shown()?.backfill).toEqual(bench.sync().report().backfill);
    expect(bench.shown()?.polling.listsLeads).toBe(state === 'done');
  });

  it('runs on a manual check once the service has a list', async () => {
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
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
    expect(bench.sync().report()).toMatchObject({
      polling: { listsLeads: true },
      backfill: { state: 'done', leads: 1 },
    });
  });

  it.each([
    ['404', fail('gone', 'Gone.', { status: 404 })],
    ['403', fail('forbidden', 'No.', { status: 403 })],
  ])('continues after the list was rejected with %s for a minute', async (_, refusal) => {
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

  it('ends without further leads of a business whose list is rejected for minutes', async () => {
    const bench = testSync();
    for (let n = 0; n < 60; n += 1) bench.addLead(`n${n}`, day + n * hour);
    bench.failing.set('list b1 50', fail('forbidden', 'No.', { status: 403 }));
    bench.sync().attach();
    await bench.pass(8 * minute, 20_000);
    expect(bench.sync().report().backfill).toEqual({ state: 'done', leads: 50 });
  });

  it('does not mistake a missing business for a service without a list', async () => {
    const bench = testSync();
    bench.failing.set('list', fail('gone', 'Gone.', { status: 404, detail: 'service deleted' }));
    bench.sync().attach();
    await settle();
    expect(bench.sync().report().polling.listsLeads).toBeNull();
  });
});

describe('a lead known only from a message', () => {
  it('is fetched right away, with its history', async () => {
    const bench = await attached();
    bench.addLead('n9', 40 * day);
    bench.write('n9', 'm1', noon - 30 * day);
    bench.write('n9', 'm2', noon);
    bench.deliver('MessageCreatedV4', message('m2', 'n9', 'Customer', 'text of m2', noon));
    expect(bench.lead()).toMatchObject({ isIncomplete: true });
    bench.sync().pollDue();
    await settle();
    expect(bench.fresh()).toEqual(['lead n9', 'messages n9']);
    expect(bench.lead()).toMatchObject({ isIncomplete: false, customerName: 'Maria Gomez' });
    expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual([
      'text of m1',
      'text of m2',
    ]);
  });

  it('is retried less and less often while that fails', async () => {
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

  it('polls a lead by how recent its activity is', async () => {
    expect(await everyMs(hour, 30 * minute, 10_000)).toBeCloseTo(3 * minute, -5);
    expect(await everyMs(3 * day, 5 * hour, minute)).toBeCloseTo(30 * minute, -6);
    expect(await everyMs(10 * day, 2 * day, 30 * minute)).toBeCloseTo(6 * hour, -7);
  });

  it('polls canceled and archived leads rarely, however recent their activity', async () => {
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

  it('polls an unarchived lead right away', async () => {
    const bench = await attached();
    bench.addLead('n1', 40 * day);
    await bench.pass(2 * minute, 10_000);
    const [row] = bench.view('all');
    if (row === undefined) throw new Error('There is no lead.');
    const commands = createLeadCommands({
      clock: testClock(),
      store: bench.store,
      slices: testSlices(bench.clock),
      mark: createMarking({
        store: bench.store,
        slices: testSlices(bench.clock),
        clock: testClock(),
        publish: () => undefined,
      }),
      readDetails: () => null,
      onReopened: (leads) => bench.sync().pollLeads(leads),
      onJobStatusChanged: () => undefined,
    });
    const archive = async (archived: boolean): Promise<readonly string[]> => {
      bench.fresh();
      await commands['leads.mark']({ leadIDs: [row.leadID], archived });
      await settle();
      return bench.fresh().filter((name) => name.startsWith('lead'));
    };
    expect([await archive(true), await archive(false)]).toEqual([[], ['lead n1']]);
  });

  it('polls leads from more than a year ago less than once a week', async () => {
    const bench = await attached();
    for (let n = 0; n < 20; n += 1) bench.addLead(`n${n}`, (400 + n) * day);
    await bench.pass(5 * minute, minute);
    expect(bench.view('all')).toHaveLength(20);
    bench.fresh();
    await bench.pass(9 * day, day);
    expect(bench.fresh().filter((name) => /^(lead|messages)/.test(name))).toEqual([]);
  }, 60_000);

  it('polls the lead on the screen, and no other, every five seconds', async () => {
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

  it('finds messages, status changes, and removals that no event announced', async () => {
    const bench = await attached();
    bench.addLead('n1');
    await bench.pass(2 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Open', availability: 'here' });
    bench.addLead('n1', minute, { status: 'Picked' });
    bench.write('n1', 'm1', bench.clock.now());
    await bench.pass(5 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ status: 'Picked', isUnread: true });
    expect(bench.thread(bench.lead())).toHaveLength(1);
    bench.leads.delete('n1');
    await bench.pass(15 * minute, 30_000);
    expect(bench.lead()).toMatchObject({ availability: 'gone', needsReply: false });
    await bench.pass(12 * hour, 10 * minute);
    bench.fresh();
    await bench.pass(10 * day, hour);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeLessThan(13);
  });

  it('marks a lead as forbidden if the grant does not cover it', async () => {
    const bench = await attached();
    bench.failing.set('lead', fail('forbidden', 'No.', { status: 403 }));
    bench.deliver('MessageCreatedV4', message('m1', 'n1', 'Customer', 'Hi', noon));
    bench.sync().pollDue();
    await bench.pass(10 * minute, 10_000);
    expect(bench.lead()).toMatchObject({ availability: 'forbidden' });
  });

  it('finds an earlier message that no webhook delivered', async () => {
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

  it('lists the newest leads every minute, in case webhooks do not work', async () => {
    const bench = await attached();
    bench.addLead('n1', 0);
    await bench.pass(minute);
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', isUnread: true });
    expect(bench.news).toMatchObject([{ kind: 'lead' }]);
  });

  it('reads further pages when everything on the first page is new', async () => {
    const bench = await attached();
    for (let n = 0; n < 120; n += 1) bench.addLead(`n${n}`, n * 1_000);
    await bench.pass(minute);
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(bench.store.db.prepare('SELECT count(*) AS n FROM leads').get()).toEqual({ n: 120 });
  });

  it('polls an old lead often again after new activity', async () => {
    const bench = await attached();
    bench.addLead('n1', 90 * day);
    await bench.pass(2 * minute, 10_000);
    bench.write('n1', 'm1', bench.clock.now());
    bench.deliver('MessageCreatedV4', bench.messages.get('n1')?.[0]);
    bench.fresh();
    await bench.pass(15 * minute, 10_000);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThanOrEqual(3);
  });

  it('polls recent leads, newest first, when the computer wakes', async () => {
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
  it('reports being offline, retries less and less often, and catches up on waking', async () => {
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

it('waking counts although requests from before it fail only after it', async () => {
  const bench = await attached();
  bench.addLead('n1');
  await bench.pass(2 * minute, 10_000);
  bench.write('n1', 'm1', bench.clock.now());
  bench.failing.set('', fail('offline', 'No network.'));
  bench.sync().wake();
  // Their answers are on the way.
  bench.failing.clear();
  bench.sync().wake();
  await settle();
  expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
  expect(bench.thread(bench.lead())).toHaveLength(1);
});

describe('a service that is down', () => {
  const down = fail('service_unavailable', 'Down.', { status: 503 });

  it('counts as down after several errors, not after one', async () => {
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

  it('is back with the first answer to any request', async () => {
    const bench = await attached();
    bench.failing.set('', fail('timeout', 'No answer.'));
    bench.sync().wake();
    await bench.pass(10 * minute, 5_000);
    expect(bench.sync().report().online).toBe(false);
    bench.sync().onAnswered();
    expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
    expect(bench.recovered).toEqual([accountID]);
  });
});

describe('the time of the last check', () => {
  it('is known without any leads and after a restart', async () => {
    const bench = await attached();
    const { lastAt } = bench.sync().report().polling;
    expect(lastAt).not.toBeNull();
    bench.restart();
    expect(bench.sync().report().polling.lastAt).toBe(lastAt);
  });
});

describe('a service that asks for fewer requests', () => {
  it('gets no requests until its pause is over', async () => {
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
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
  });
});

describe('a sign-in that the service rejects', () => {
  const refused = fail('reconnect_needed', 'Sign in again.', { status: 401 });

  it('is retried rarely, and polling resumes when it works again', async () => {
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
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
    expect(bench.sync().report()).toMatchObject({ online: true, lastFailure: null });
    bench.fresh();
    await bench.pass(10 * minute, 10_000);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThan(2);
  });

  it('for one lead only does not stop polling the others', async () => {
    const bench = await attached();
    bench.addLead('n1');
    bench.addLead('n2');
    bench.failing.set('lead n1', refused);
    await bench.pass(2 * minute, 10_000);
    bench.fresh();
    await bench.pass(hour, 30_000);
    const calls = bench.fresh();
    expect(calls.filter((name) => name === 'lead n2').length).toBeGreaterThan(15);
    expect(calls.filter((name) => name === 'lead n1').length).toBeLessThan(10);
  });

  it('is not retried while the account is detached, and works once it is attached again', async () => {
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
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
    expect(bench.sync().report().lastFailure).toBeNull();
  });
});

describe('a clock change', () => {
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
    // The age of a lead depends on the computer's clock, and an older lead is polled less.
    await bench.pass(33 * minute, 30_000);
    expect(bench.thread(bench.lead())).toHaveLength(1);
    const { polling } = bench.sync().report();
    expect(Number(polling.nextAt) - bench.clock.now()).toBeLessThanOrEqual(minute);
    expect(polling.lastAt).toBeGreaterThan(bench.clock.now() - 33 * minute);
  });

  it('before a restart does not leave a lead waiting for years', async () => {
    const bench = testSync();
    bench.setList(false);
    bench.addLead('n1', 20 * day);
    bench.deliver('NegotiationCreatedV4', bench.leads.get('n1'));
    bench.sync().attach();
    await settle();
    bench.store.db.prepare('UPDATE polls SET next_at = next_at + ?').run(3_650 * day);
    bench.restart();
    bench.fresh();
    await bench.pass(9 * day, 6 * hour);
    expect(bench.fresh().filter((name) => name === 'lead n1').length).toBeGreaterThan(1);
  });

  it('does not delay a lead that only a message announced', async () => {
    const bench = await attached();
    bench.addLead('n9');
    bench.clock.set(noon + day);
    bench.deliver('MessageCreatedV4', message('m1', 'n9', 'Customer', 'Hi', noon));
    bench.sync().pollDue();
    await settle();
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
  });
});

describe('a computer that slept', () => {
  it('catches up right away on waking, although timers stood still', async () => {
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

describe('a detached account', () => {
  it('is not polled anymore, even if a request was in flight', async () => {
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

describe('a full disk', () => {
  it('delays synchronization but does not stop it', async () => {
    const bench = await attached();
    bench.addLead('n1');
    bench.store.db.pragma('query_only = ON');
    bench.sync().wake();
    await bench.pass(minute, 5_000);
    bench.store.db.pragma('query_only = OFF');
    await bench.pass(5 * minute, 5_000);
    expect(bench.lead()).toMatchObject({ isIncomplete: false });
  });
});
