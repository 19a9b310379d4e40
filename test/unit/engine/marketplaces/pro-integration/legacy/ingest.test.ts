import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../../support/readers.ts';
import { toRow } from '../../../../../../main/engine/platform/store/ids.ts';
import { legacyIngest } from '../../../support/ingest.ts';
import { lead, message, unix, update } from '../../../support/legacy-records.ts';
import { accountID, noon } from '../../../support/store.ts';

const testLegacy = () => {
  const bench = legacyIngest();
  return {
    ...bench,
    call: (eventType: 'Lead' | 'Message' | 'LeadUpdate', body: unknown) => {
      const isRepeatable = eventType === 'LeadUpdate';
      const text = JSON.stringify(body);
      bench.ingest.record([{ accountID, eventType, webhookID: null, body: text, isRepeatable }]);
      void bench.ingest.applyRecorded();
    },
    details: () => {
      const shown = detailsOf(bench.store, toRow(bench.lead().leadID) ?? 0);
      if (shown === null) throw new Error('the lead has no details');
      return shown;
    },
    polled: () => bench.store.db.prepare('SELECT count(*) FROM polls').pluck().get(),
    kept: () =>
      bench.store.db.prepare('SELECT event_type, state, reason, times FROM deliveries').all(),
  };
};

describe('a legacy lead', () => {
  it('is stored and shown with every field', () => {
    const bench = testLegacy();
    const customer = {
      customerID: 'c7',
      name: 'Ada Byron',
      phone: '5125550100',
      email: 'ada@byron.test',
    };
    bench.call('Lead', lead('n1', { customer }));
    expect(bench.details()).toMatchObject({
      row: {
        businessID: 'b1',
        businessName: 'Ace Cleaning',
        customerName: 'Ada Byron',
        category: 'House cleaning',
        city: 'Austin',
        price: null,
        createdAt: noon - 60_000,
        needsReply: true,
        isUnread: true,
        isIncomplete: false,
        status: '',
      },
      negotiationID: 'n1',
      customer: {
        customerID: 'c7',
        name: 'Ada Byron',
        phone: '5125550100',
        email: 'ada@byron.test',
      },
      leadType: 'ESTIMATION',
      request: {
        title: 'Two rooms & a kitchen',
        description: 'A thorough cleaning before we move in',
        schedule: 'March 9, March 10\n9:00 AM - 11:00 AM, 3:00 PM - 5:00 PM\n3 hours',
        location: { city: 'Austin', state: 'TX', zipCode: '78701' },
        travelPreferences: ['I travel to the customer'],
        details: [{ question: 'Pets?', answer: 'One cat' }],
      },
      estimate: { total: { text: '$140', cents: 14_000 } },
      chargeState: null,
    });
    expect(bench.news).toMatchObject([{ kind: 'lead', at: noon - 60_000 }]);
    expect(bench.view('all', 'thorough kitchen cat')).toHaveLength(1);
  });

  it('that is dated years ahead, as its message is, came now', () => {
    const bench = testLegacy();
    const far = Date.UTC(2031, 4, 5);
    bench.call('Lead', lead('n1', { createTimestamp: unix(far) }));
    bench.call('Message', message('m1', 'n1', 'Hello', far));
    expect(bench.lead()).toMatchObject({ createdAt: noon, activityAt: noon });
  });

  it('stores its record as received, with unknown fields and values', () => {
    const bench = testLegacy();
    const record = lead('n1', { leadType: 'TELEPATHY', warranty: { years: 2 } });
    bench.call('Lead', record);
    expect(bench.details().leadType).toBe('TELEPATHY');
    const stored = bench.store.db.prepare('SELECT record FROM leads').pluck().get();
    expect(JSON.parse(stored as string)).toEqual(record);
  });

  it('needs nothing but its ID', () => {
    const bench = testLegacy();
    bench.call('Lead', { leadID: 'n1' });
    expect(bench.details()).toMatchObject({
      row: { customerName: '', createdAt: noon, isIncomplete: false },
      customer: { phone: null, email: null },
      leadType: null,
      request: { schedule: '', details: [], travelPreferences: [] },
      estimate: null,
    });
  });

  it.each([
    [9, '9'],
    [null, ''],
    [['March 9', 'March 10'], 'March 9, March 10'],
    [{ dates: 'March 9' }, 'March 9'],
  ])('with a schedule that is not text (%j) is shown with its contents', (schedule, shown) => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1', { request: { title: 'Two rooms', schedule } }));
    expect(bench.details().request).toMatchObject({ title: 'Two rooms', schedule: shown });
    expect(bench.kept()).toMatchObject([{ state: 'applied', reason: null }]);
  });

  it('is never polled, and neither is the lead of a message', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('Message', message('m1', 'n2', 'Hello?', noon));
    expect(bench.polled()).toBe(0);
  });

  it('that comes twice changes nothing and is counted', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    const { length } = bench.changes;
    bench.call('Lead', lead('n1'));
    expect(bench.changes).toHaveLength(length);
    expect(bench.kept()).toMatchObject([{ event_type: 'Lead', state: 'applied', times: 2 }]);
  });

  it('that comes again with other contents is updated without a notification', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('Lead', lead('n1', { customer: { customerID: 'cn1', name: 'Ada Lovelace' } }));
    expect(bench.lead().customerName).toBe('Ada Lovelace');
    expect(bench.news).toHaveLength(1);
  });

  it('that comes again without some fields keeps their values', () => {
    const bench = testLegacy();
    const customer = { customerID: 'c7', name: 'Ada Byron', phone: '5125550100' };
    bench.call('Lead', lead('n1', { customer, leadPrice: '$20.00', chargeState: 'Charged' }));
    const again = {
      leadID: 'n1',
      customer: { customerID: 'c7', name: 'Ada Lovelace' },
      request: { requestID: 'r1', schedule: 'March 12', location: { zipCode: '78701' } },
    };
    bench.call('Lead', again);
    expect(bench.details()).toMatchObject({
      row: { customerName: 'Ada Lovelace', businessName: 'Ace Cleaning', createdAt: noon - 60_000 },
      customer: { phone: '5125550100' },
      leadType: 'ESTIMATION',
      request: {
        title: 'Two rooms & a kitchen',
        schedule: 'March 12',
        location: { city: 'Austin', state: 'TX', zipCode: '78701' },
        details: [{ question: 'Pets?', answer: 'One cat' }],
      },
      estimate: { total: { cents: 14_000 } },
      chargeState: 'Charged',
    });
    expect(bench.lead().price).toMatchObject({ cents: 2_000 });
    expect(bench.view('all', 'thorough kitchen cat')).toHaveLength(1);
    const { length } = bench.changes;
    bench.call('Message', message('m1', 'n1', 'Hello?', noon));
    bench.call('Lead', { ...again, leadType: 'ESTIMATION' });
    expect(bench.changes).toHaveLength(length + 1);
    bench.call('Lead', { ...again, leadPrice: null });
    expect([bench.lead().price, bench.details().chargeState]).toEqual([null, null]);
  });

  it('without an ID is set aside with the reason, and the others are applied', () => {
    const bench = testLegacy();
    bench.call('Lead', { request: { title: 'Nameless' } });
    bench.call('Lead', lead('n1'));
    expect(bench.kept()).toMatchObject([
      { state: 'not_understood', reason: expect.stringContaining('leadID') as string },
      { state: 'applied', reason: null },
    ]);
    expect(bench.view('all')).toHaveLength(1);
  });
});

describe('the price of a legacy lead', () => {
  const priced = { price: { text: '$25.00', cents: 2_500 } };

  it('can come later and marks the lead as charged', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('LeadUpdate', update('n1'));
    expect(bench.details()).toMatchObject({ row: priced, chargeState: 'Charged' });
  });

  it('that comes before its lead shows nothing until the lead comes', () => {
    const bench = testLegacy();
    bench.call('LeadUpdate', update('n1'));
    expect(bench.view('all')).toEqual([]);
    bench.call('Lead', lead('n1'));
    expect(bench.details()).toMatchObject({ row: priced, chargeState: 'Charged' });
  });

  it('counts as charged when it comes without a charge state', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1', { leadPrice: '$25.00', chargeState: null }));
    expect(bench.details()).toMatchObject({ row: priced, chargeState: 'Charged' });
  });

  it('that is missing has no charge state', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1', { chargeState: 'Charged' }));
    bench.call('LeadUpdate', { leadID: 'n1', leadPrice: null, chargeState: null });
    expect(bench.details()).toMatchObject({ row: { price: null }, chargeState: null });
  });

  it('keeps an unknown charge state as received', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('LeadUpdate', update('n1', { chargeState: 'Disputed' }));
    expect(bench.details().chargeState).toBe('Disputed');
  });

  it('that returns to an earlier value is applied, and a repeated update is only counted', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    for (const leadPrice of ['$10.00', '$12.00', '$10.00', '$10.00'])
      bench.call('LeadUpdate', update('n1', { leadPrice }));
    expect(bench.details().row.price?.text).toBe('$10.00');
    expect(bench.kept()).toHaveLength(4);
    expect(bench.kept().at(-1)).toMatchObject({ times: 2 });
  });

  it('of an update stays when the lead comes again without it', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('LeadUpdate', update('n1'));
    bench.call('Lead', lead('n1', { leadType: 'BOOKING' }));
    expect(bench.details()).toMatchObject({ row: priced, leadType: 'BOOKING' });
  });
});

describe('a message of a legacy lead', () => {
  it('is from the customer, with the name from the lead', () => {
    const bench = testLegacy();
    bench.call('Lead', lead('n1'));
    bench.call('Message', message('m1', 'n1', 'Is Monday &quot;fine&quot;?', noon));
    expect(bench.thread(bench.lead())).toMatchObject([
      { side: 'customer', author: 'Ada Byron', text: 'Is Monday "fine"?', at: noon },
    ]);
    expect(bench.news.at(-1)).toMatchObject({ kind: 'message', at: noon });
  });

  it('of an unknown lead can be answered, because the lead may never come', () => {
    const bench = testLegacy();
    bench.call('Message', message('m1', 'n1', 'Hello?', noon));
    expect(bench.lead()).toMatchObject({
      businessID: 'b1',
      isIncomplete: true,
      needsReply: true,
      isUnread: true,
      waitingSince: noon,
    });
  });

  it('and its lead make one complete lead in any order of calls', () => {
    const calls = [
      ['Lead', lead('n1')],
      ['Message', message('m1', 'n1', 'First', noon)],
      ['Message', message('m2', 'n1', 'Second', noon + 60_000)],
      ['LeadUpdate', update('n1')],
    ] as const;
    const outcomes = new Set<string>();
    for (const turn of [0, 1, 2, 3]) {
      const bench = testLegacy();
      const order = [...calls.slice(turn), ...calls.slice(0, turn)];
      for (const [kind, body] of [...order, ...order.toReversed()]) bench.call(kind, body);
      const { row, chargeState } = bench.details();
      const thread = bench.thread(row).map(({ author, text }) => `${author}: ${text}`);
      outcomes.add(JSON.stringify({ row, chargeState, thread }));
    }
    expect([...outcomes]).toHaveLength(1);
    expect([...outcomes][0]).toContain('Ada Byron: Second');
  });
});
