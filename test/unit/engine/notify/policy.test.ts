import { describe, expect, it } from 'vitest';
import { toLeadID } from '../../../../main/engine/platform/store/ids.ts';
import { hasPendingChanges } from '../../../../main/engine/leads/search.ts';
import { markRead } from '../../../../main/engine/leads/read-mark.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { newLead, noticeBench } from '../support/notices.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { accountID, noon } from '../support/store.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The request's description repeated as the customer's first message. */
const repeated = (): unknown =>
  message('m0', '1', 'Customer', 'The kitchen tap drips', noon - 30_000, {
    customer: { customerID: 'c1', displayName: 'Ann 1' },
  });

describe('a notice', () => {
  it.each([
    ['comes before its lead', [[repeated()], [newLead('1')]]],
    ['comes after its lead', [[newLead('1')], [repeated()]]],
    ['comes together with its lead', [[repeated(), newLead('1')]]],
  ])('appears once when a repeated description %s', (_order, batches) => {
    const { deliver, notices } = noticeBench();
    for (const batch of batches) deliver(...batch);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.body).not.toBe('');
  });

  it('appears for a new lead', () => {
    const { deliver, notices, row } = noticeBench();
    deliver(newLead('1'));
    expect(notices).toEqual([
      {
        kind: 'lead',
        leadID: toLeadID(row()),
        upTo: noon,
        title: 'New lead · Ann 1',
        body: 'Plumbing · Austin\nThe kitchen tap drips',
      },
    ]);
  });

  it('appears for a new lead of an account that was connected while the clock was ahead', () => {
    const { deliver, notices, store } = noticeBench();
    store.db.prepare('UPDATE accounts SET connected_at = ?').run(noon + day);
    deliver(newLead('1'));
    expect(notices).toHaveLength(1);
  });

  it('appears for each message of a customer', () => {
    const { deliver, notices } = noticeBench();
    deliver(newLead('1'));
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    deliver(message('m2', '1', 'Customer', 'Are you there?', noon + 2));
    expect(notices.slice(1).map(({ kind, title, body }) => [kind, title, body])).toEqual([
      ['message', 'Ann 1', 'Hi'],
      ['message', 'Ann 1', 'Are you there?'],
    ]);
  });

  it('appears once for a message that arrives before its lead', () => {
    const { deliver, notices } = noticeBench();
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    deliver(newLead('1'));
    expect(notices.map(({ kind }) => kind)).toEqual(['message']);
  });

  it('appears once for a lead and its first messages', () => {
    const { deliver, notices } = noticeBench();
    deliver(newLead('1'), message('m1', '1', 'Customer', 'Hi', noon + 1));
    expect(notices).toHaveLength(1);
  });

  it('leaves the words of a burst to the indexing in slices', () => {
    const { deliver, store } = noticeBench();
    deliver(...Array.from({ length: 10 }, (_, index) => newLead(String(index))));
    expect(hasPendingChanges(store)).toBe(true);
  });

  it('is in the chosen language', () => {
    const { deliver, notices, store } = noticeBench();
    changeSettings(store, { language: 'es' });
    deliver(newLead('1'));
    expect(notices[0]?.title).toBe('Nueva solicitud · Ann 1');
  });
});

it('a notice of a photo without text mentions the photo', () => {
  const { deliver, notices, store } = noticeBench();
  deliver(newLead('1'));
  const files = { attachments: [{ fileName: 'sink.jpg', url: 'https://example.test/s' }] };
  deliver(message('m1', '1', 'Customer', '', noon + 1, files));
  expect(notices.at(-1)).toMatchObject({ title: 'Ann 1', body: 'Sent a photo or file' });
  changeSettings(store, { language: 'es' });
  deliver(message('m2', '1', 'Customer', '', noon + 2, files));
  expect(notices.at(-1)).toMatchObject({ title: 'Ann 1', body: 'Envió una foto o un archivo' });
});

describe('no notice appears', () => {
  it('for the professional’s own message', () => {
    const { deliver, notices } = noticeBench();
    deliver(newLead('1'));
    deliver(message('m1', '1', 'Business', 'Hello', noon + 1));
    expect(notices).toHaveLength(1);
  });

  it('for imported history', () => {
    const { ingest, notices } = noticeBench();
    const at = noon - 8 * 24 * 60 * minute;
    ingest.applyNegotiations(accountID, [negotiation('1', { createdAt: rfc(at) })], 'backfill');
    ingest.applyMessages(accountID, '1', [message('m1', '1', 'Customer', 'Hi', at)], 'backfill');
    expect(notices).toEqual([]);
  });

  it('for events before the account was connected', () => {
    const { ingest, notices } = noticeBench();
    const old = negotiation('1', { createdAt: rfc(noon - 30 * 24 * 60 * minute) });
    ingest.applyNegotiations(accountID, [old], 'poll');
    expect(notices).toEqual([]);
  });

  it('for the visible lead, only for others', () => {
    const { deliver, notices, policy, row } = noticeBench();
    deliver(newLead('1'));
    policy().watch(toLeadID(row()), true);
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    deliver(newLead('2'));
    expect(notices.map(({ title }) => title)).toEqual(['New lead · Ann 1', 'New lead · Ann 2']);
  });

  it('later for a message that arrived while its lead was visible', () => {
    const { deliver, ingest, notices, policy, row, restart } = noticeBench();
    deliver(newLead('1'));
    policy().watch(toLeadID(row()), true);
    deliver(message('m2', '1', 'Customer', 'Hi', noon + 2));
    restart();
    ingest.applyMessages(accountID, '1', [message('m1', '1', 'Customer', 'Hey', noon + 1)], 'poll');
    expect(notices).toHaveLength(1);
  });

  it('for the same event after a restart', () => {
    const { deliver, ingest, notices, restart } = noticeBench();
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    restart();
    ingest.applyNegotiations(accountID, [newLead('1')], 'poll');
    expect(notices).toHaveLength(1);
  });

  it('for a lead that is visible in a focused window, only in a background one', () => {
    const { deliver, notices, policy, row } = noticeBench();
    deliver(newLead('1'));
    policy().watch(toLeadID(row()), false);
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    expect(notices).toHaveLength(2);
  });

  it('while notifications are off, nor later for the same events', () => {
    const { deliver, notices, store, clock } = noticeBench();
    changeSettings(store, { notifications: false });
    deliver(newLead('1'), newLead('2'), newLead('3'), newLead('4'));
    changeSettings(store, { notifications: true });
    clock.advance(minute);
    expect(notices).toEqual([]);
  });
});

describe('a burst', () => {
  const four = ['1', '2', '3', '4'].map((id) => newLead(id));

  it('has no notice once notifications are off', () => {
    const { deliver, notices, clock, store } = noticeBench();
    deliver(...four);
    changeSettings(store, { notifications: false });
    clock.advance(minute);
    expect(notices).toEqual([]);
  });

  it('of more than three events becomes one notice', () => {
    const { deliver, notices, clock } = noticeBench();
    deliver(...four);
    clock.advance(minute);
    expect(notices).toEqual([
      {
        ...{ kind: 'several', leadID: null, upTo: null },
        title: '4 new leads',
        body: 'Ann 2, Ann 3, Ann 4, and 1 more',
      },
    ]);
  });

  it('that follows three notices within ten seconds becomes one notice', () => {
    const { deliver, notices, clock } = noticeBench();
    for (const id of ['1', '2', '3', '4', '5']) {
      deliver(newLead(id));
      clock.advance(500);
    }
    clock.advance(minute);
    expect(notices.map(({ kind }) => kind)).toEqual(['lead', 'lead', 'lead', 'several']);
    expect(notices[3]?.title).toBe('2 new leads');
  });

  it('does not count leads read meanwhile', () => {
    const { deliver, notices, clock, store, row } = noticeBench();
    deliver(...four);
    markRead(store, [row()]);
    clock.advance(minute);
    expect(notices[0]?.title).toBe('3 new leads');
  });

  it.each([
    ['back', -day],
    ['forward', day],
  ])('ends after a minute even if the clock is set %s by a day', (_way, by) => {
    const { deliver, notices, clock } = noticeBench();
    for (const id of ['1', '2', '3']) deliver(newLead(id));
    clock.set(noon + by);
    deliver(newLead('4'));
    expect(notices).toHaveLength(3);
    clock.advance(minute);
    deliver(newLead('5'));
    expect(notices.map(({ kind }) => kind)).toEqual(['lead', 'lead', 'lead', 'lead', 'lead']);
    expect(notices[4]?.title).toBe('New lead · Ann 5');
  });

  it('ends after a minute, and the next lead has its own notice', () => {
    const { deliver, notices, clock } = noticeBench();
    deliver(...four);
    clock.advance(minute);
    deliver(newLead('5'));
    expect(notices.map(({ kind }) => kind)).toEqual(['several', 'lead']);
  });
});

it('a notice of several messages names the customers', () => {
  const { deliver, notices, clock, store } = noticeBench();
  const names = ['Dora', 'Ann', 'Bob'];
  deliver(...names.map((name, at) => newLead(String(at), name)), newLead('3'));
  clock.advance(minute);
  const wrote = names.map((_, at) => message(`m${at}`, String(at), 'Customer', 'Hi', noon + 1));
  deliver(...wrote, message('m3', '3', 'Customer', 'Hi', noon + 1));
  clock.advance(minute);
  expect(notices.at(-1)).toMatchObject({
    title: '4 customers wrote',
    body: 'Ann, Bob, Ann 3, and 1 more',
  });
  changeSettings(store, { language: 'es' });
  deliver(...[0, 1, 2, 3].map((at) => message(`n${at}`, String(at), 'Customer', 'Hi', noon + 2)));
  clock.advance(minute);
  expect(notices.at(-1)?.body).toBe('Ann, Bob, Ann 3 y 1 más');
});

describe('with several businesses', () => {
  const two = () => {
    const bench = noticeBench();
    for (const [businessID, name] of [
      ['b1', 'Hill Plumbing'],
      ['b2', 'Lake Cleaning'],
    ])
      bench.store.db
        .prepare(
          `INSERT OR REPLACE INTO businesses (account_id, business_id, name, covered)
           VALUES (?, ?, ?, 1)`,
        )
        .run(accountID, businessID, name);
    return bench;
  };
  const leadOf = (id: string, businessID: string) =>
    negotiation(id, {
      createdAt: rfc(noon),
      customer: { firstName: `Ann ${id}` },
      business: { businessID },
    });

  it('a notice names its business', () => {
    const { deliver, notices } = two();
    deliver(leadOf('1', 'b1'));
    deliver(message('m1', '1', 'Customer', 'Hi', noon + 1));
    expect(notices.map(({ title }) => title)).toEqual([
      'New lead · Ann 1 · Hill Plumbing',
      'Ann 1 · Hill Plumbing',
    ]);
  });

  it('a notice of several leads names the business once, or after each customer', () => {
    const { deliver, notices, clock } = two();
    deliver(...['1', '2', '3', '4'].map((id) => leadOf(id, 'b1')));
    clock.advance(minute);
    deliver(...['5', '6', '7'].map((id) => leadOf(id, 'b1')), leadOf('8', 'b2'));
    clock.advance(minute);
    expect(notices.map(({ title, body }) => [title, body])).toEqual([
      ['4 new leads · Hill Plumbing', 'Ann 2, Ann 3, Ann 4, and 1 more'],
      [
        '4 new leads',
        'Ann 6 (Hill Plumbing), Ann 7 (Hill Plumbing), Ann 8 (Lake Cleaning), and 1 more',
      ],
    ]);
  });
});

describe('leads that arrived during sleep', () => {
  const awake = (count: number) => {
    const bench = noticeBench();
    bench.policy().wake();
    for (let id = 1; id <= count; id += 1) {
      bench.deliver(newLead(String(id)));
      bench.clock.advance(1_000);
    }
    bench.clock.advance(minute);
    return bench;
  };

  it('have a notice each, up to three', () => {
    expect(awake(3).notices.map(({ title }) => title)).toEqual([
      'New lead · Ann 1',
      'New lead · Ann 2',
      'New lead · Ann 3',
    ]);
  });

  it('share one notice if there are more, even if they are fetched one by one', () => {
    expect(awake(4).notices.map(({ title }) => title)).toEqual(['4 new leads']);
  });
});

describe('a snoozed lead that is back', () => {
  it('has a notice with its text and its lead', () => {
    const { deliver, notices, policy, row } = noticeBench();
    deliver(newLead('1'));
    policy().offerBack([row()]);
    expect(notices.at(-1)).toMatchObject({
      kind: 'back',
      leadID: toLeadID(row()),
      title: 'Snoozed lead is back: Ann 1',
      body: 'Plumbing · Austin\nThe kitchen tap drips',
    });
  });

  it('has no notice while it is visible', () => {
    const { deliver, notices, policy, row } = noticeBench();
    deliver(newLead('1'));
    policy().watch(toLeadID(row()), true);
    policy().offerBack([row()]);
    expect(notices).toHaveLength(1);
  });
});
