import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { shownFlagNames } from '../../../../../contract/flags.ts';
import type { AdoptEcho } from '../../../../../main/engine/conversation/outbox/echo.ts';
import { convertRelayed } from '../../../../../main/engine/marketplaces/choose.ts';
import { countNotUnderstood } from '../../../../../main/engine/accounts/deliveries.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { refreshInbox } from '../../../../../main/engine/leads/inbox.ts';
import { setMarks } from '../../../../../main/engine/leads/marks.ts';
import { createIngest } from '../../../../../main/engine/accounts/ingest/ingest.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { intakesOf } from '../../support/readers.ts';
import { event, message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon, testClock, testLog, testSlices, testStore } from '../../support/store.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Everything people see, without local IDs, which depend on the order. */
const shown = ({ view, thread }: Bench): unknown =>
  view('all')
    .map((lead) => ({
      ...lead,
      leadID: '',
      thread: thread(lead).map((received) => ({ ...received, messageID: '', leadID: '' })),
    }))
    .sort((a, b) => a.customerName.localeCompare(b.customerName));

const polled = ({ store }: Bench): readonly unknown[] =>
  store.db.prepare('SELECT lead, account_id, next_at FROM polls').all();

/** The marks of a row that has none. */
const unmarked = {
  ...Object.fromEntries(shownFlagNames.map((name) => [name, false])),
  snoozedUntil: null,
  jobStatus: null,
  tags: [],
  assignee: null,
  isMentioned: false,
};

describe('a delivery', () => {
  it('of a request becomes a lead', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    expect(bench.lead()).toEqual({
      leadID: bench.lead().leadID,
      accountID,
      businessID: 'b1',
      businessName: 'Ace Plumbing',
      customerName: 'Maria Gomez',
      category: 'Plumbing',
      city: 'Austin',
      price: { text: '$25.00', cents: 2_500 },
      createdAt: noon - 60_000,
      activityAt: noon - 60_000,
      lastMessage: null,
      lastFiles: null,
      isAnswered: false,
      isAnsweredByRule: false,
      requestText: 'The kitchen tap drips',
      photos: 0,
      urgency: null,
      isUnread: true,
      needsReply: true,
      needsFirstReply: true,
      isOlder: false,
      waitingSince: noon - 60_000,
      replyBy: noon - 60_000 + 4 * 60 * 60_000,
      ...unmarked,
      hasDraft: false,
      outgoing: null,
      isIncomplete: false,
      availability: 'here',
      status: 'Open',
      isTest: false,
    });
  });

  it('of a message becomes a message of its lead', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Fish &amp; chips', noon));
    expect(bench.thread(bench.lead())).toMatchObject([
      { side: 'customer', author: 'Maria G.', text: 'Fish & chips', at: noon, sending: null },
    ]);
  });

  it('that comes again changes and publishes nothing and is only counted', () => {
    const bench = testIngest();
    const [request, received] = [negotiation('1'), message('m1', '1', 'Customer', 'Hi', noon)];
    bench.deliver('NegotiationCreatedV4', request);
    bench.deliver('MessageCreatedV4', received);
    const before = [shown(bench), bench.changes.length, bench.news.length];
    bench.ingest.record([
      {
        accountID,
        eventType: 'MessageCreatedV4',
        webhookID: 'w1',
        body: event('MessageCreatedV4', received, noon + hour),
      },
    ]);
    void bench.ingest.applyRecorded();
    bench.deliver('NegotiationCreatedV4', request);
    expect([shown(bench), bench.changes.length, bench.news.length]).toEqual(before);
    expect(bench.store.db.prepare('SELECT times FROM deliveries').pluck().all()).toEqual([2, 2]);
  });

  it('of a message before its lead creates a stub, which is fetched right away', () => {
    const bench = testIngest();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    expect(bench.lead()).toMatchObject({ isIncomplete: true, customerName: 'Maria G.' });
    expect(polled(bench)).toEqual([
      { lead: toRow(bench.lead().leadID), account_id: accountID, next_at: noon },
    ]);
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    expect(bench.lead()).toMatchObject({
      isIncomplete: false,
      customerName: 'Maria Gomez',
      lastMessage: { text: 'Hi' },
      needsReply: true,
    });
  });

  it('that announces a lead late does not overwrite newer data', () => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(
      accountID,
      [negotiation('1', { status: 'Canceled', chargeState: 'Refunded' })],
      'poll',
    );
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    expect(bench.lead()).toMatchObject({ status: 'Canceled', needsReply: false });
  });

  it('is recorded first and applied later, so it survives a crash in between', () => {
    const bench = testIngest();
    const body = event('NegotiationCreatedV4', negotiation('1'));
    bench.ingest.record([{ accountID, eventType: 'NegotiationCreatedV4', webhookID: 'w1', body }]);
    expect(bench.view('all')).toEqual([]);
    void bench.ingest.applyRecorded();
    expect(bench.lead().customerName).toBe('Maria Gomez');
  });

  it.each([
    ['of an unknown kind', event('SomethingNewV4', { reviewID: 'r1' }), 'SomethingNewV4'],
    ['that is not JSON', '<html>', 'not JSON'],
    ['without an envelope', '{"negotiationID":"1"}', 'event'],
    ['of a lead without an ID', event('NegotiationCreatedV4', { customer: {} }), 'negotiationID'],
    [
      'of a message without a lead',
      event('MessageCreatedV4', { messageID: 'm1', text: 'Hi' }),
      'no negotiation',
    ],
    [
      'of a message without text',
      event('MessageCreatedV4', { messageID: 'm1', negotiationID: '1' }),
      'text',
    ],
  ])('%s is stored with the reason, and the others are applied', (_, body, reason) => {
    const bench = testIngest();
    bench.ingest.record([
      { accountID, eventType: 'x', webhookID: null, body },
      {
        accountID,
        eventType: 'y',
        webhookID: null,
        body: event('NegotiationCreatedV4', negotiation('9')),
      },
    ]);
    void bench.ingest.applyRecorded();
    expect(bench.lead().customerName).toBe('Maria Gomez');
    expect(
      bench.store.db
        .prepare("SELECT body, reason FROM deliveries WHERE state = 'not_understood'")
        .all(),
    ).toEqual([{ body, reason: expect.stringContaining(reason) as string }]);
    expect(countNotUnderstood(bench.store, accountID)).toBe(1);
  });

  it('that makes the app throw is rolled back and set aside, and the others are applied', () => {
    const adoptEcho: AdoptEcho = (store) => {
      store.db.exec("UPDATE leads SET city = 'half done'");
      throw new Error('a bug');
    };
    const bench = testIngest(adoptEcho);
    bench.ingest.record(
      [
        negotiation('1'),
        message('m1', '1', 'Business', 'Hi', noon),
        message('m2', '1', 'Customer', 'Yes', noon),
      ].map((data) => {
        const eventType = 'text' in data ? 'MessageCreatedV4' : 'NegotiationCreatedV4';
        return { accountID, eventType, webhookID: null, body: event(eventType, data) };
      }),
    );
    void bench.ingest.applyRecorded();
    expect(bench.lead()).toMatchObject({ city: 'Austin', lastMessage: { text: 'Yes' } });
    expect(countNotUnderstood(bench.store, accountID)).toBe(1);
    expect(bench.logged).toMatchObject([{ level: 'error' }, { level: 'warn' }]);
  });

  it('waits to be applied while the disk is full', async () => {
    let full = true;
    const bench = testIngest(() => {
      if (full) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      return false;
    });
    const body = event('MessageCreatedV4', message('m1', '1', 'Business', 'Hi', noon));
    bench.ingest.record([{ accountID, eventType: 'MessageCreatedV4', webhookID: null, body }]);
    await expect(bench.ingest.applyRecorded()).rejects.toThrow('full');
    expect(bench.view('all')).toEqual([]);
    full = false;
    void bench.ingest.applyRecorded();
    expect(bench.thread(bench.lead())).toHaveLength(1);
  });

  it('with numeric IDs is understood without losing a digit', () => {
    const bench = testIngest();
    for (const digits of ['12345678901234567890', '12345678901234567891', '7']) {
      const body = event('NegotiationCreatedV4', negotiation('ID')).replace('"ID"', digits);
      bench.ingest.record([{ accountID, eventType: 'x', webhookID: null, body }]);
    }
    void bench.ingest.applyRecorded();
    expect(bench.store.db.prepare('SELECT negotiation_id FROM leads').pluck().all()).toEqual([
      '12345678901234567890',
      '12345678901234567891',
      '7',
    ]);
  });

  it('of five megabytes is stored whole', () => {
    const bench = testIngest();
    const text = 'leak '.repeat(1_000_000);
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', text, noon));
    expect(bench.thread(bench.lead())[0]?.text).toHaveLength(text.length);
  });
});

describe('anything that the service sends', () => {
  it('is applied or set aside, and never causes an error', () => {
    const bench = testIngest();
    const fields = fc.constantFrom(
      ...Object.keys(negotiation('1')),
      ...Object.keys(message('m', '1', 'Customer', '', 0)),
    );
    const record = fc.dictionary(fields, fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(record, fc.jsonValue()), (data) => {
        bench.deliver('NegotiationCreatedV4', data);
        bench.deliver('MessageCreatedV4', data);
        bench.ingest.applyNegotiations(accountID, [data], 'poll');
        bench.ingest.applyMessages(accountID, '1', [data], 'backfill');
        bench.ingest.applyBusinesses(accountID, [data]);
      }),
      { numRuns: 100 },
    );
    expect(bench.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('the order of deliveries', () => {
  it('does not matter', () => {
    const answers = [
      ['NegotiationCreatedV4', negotiation('1')],
      ['MessageCreatedV4', message('m1', '1', 'Customer', 'Hello?', noon - 30_000)],
      ['MessageCreatedV4', message('m2', '1', 'Business', 'Hi', noon - 20_000)],
      ['MessageCreatedV4', message('m3', '1', 'Customer', 'When?', noon - 10_000)],
      ['NegotiationCreatedV4', negotiation('2', { customer: { firstName: 'Ann' } })],
      ['MessageCreatedV4', message('m4', '2', 'Customer', 'Yes', noon - 5_000)],
    ] as const;
    const expected = testIngest();
    for (const [eventType, data] of answers) expected.deliver(eventType, data);

    const anyOrder = fc
      .shuffledSubarray([...answers], { minLength: answers.length })
      .chain((order) => fc.tuple(fc.constant(order), fc.subarray(order)));
    fc.assert(
      fc.property(anyOrder, ([order, again]) => {
        const bench = testIngest();
        for (const [eventType, data] of [...order, ...again]) bench.deliver(eventType, data);
        expect(shown(bench)).toEqual(shown(expected));
      }),
      { numRuns: 25 },
    );
  });
});

describe('an answer from the service', () => {
  it('updates a lead that changed', () => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    bench.ingest.applyNegotiations(accountID, [negotiation('1', { leadPrice: '$30.00' })], 'poll');
    expect(bench.lead().price).toEqual({ text: '$30.00', cents: 3_000 });
    expect(bench.changes).toHaveLength(2);
  });

  it.each([
    ['without a creation time', undefined],
    ['that is dated years ahead', '2031-05-05T12:00:00Z'],
  ])('%s leaves the lead at the time at which it came', (_what, createdAt) => {
    const bench = testIngest();
    const timeless = negotiation('1', { createdAt });
    bench.ingest.applyNegotiations(accountID, [timeless], 'poll');
    bench.clock.advance(60 * 60_000);
    bench.ingest.applyNegotiations(accountID, [{ ...timeless, leadPrice: '$30.00' }], 'poll');
    expect(bench.lead()).toMatchObject({ createdAt: noon, price: { text: '$30.00' } });
  });

  it('that another desktop of the team polled changes the lead too, also back again', () => {
    const bench = testIngest();
    const relay = (record: object): void => {
      const call = { method: 'POST', target: 'answer:negotiation', body: {}, at: noon };
      const delivery = convertRelayed(bench.store, accountID, call);
      if (delivery === null) throw new Error('the account is unknown');
      bench.ingest.record([{ ...delivery, body: JSON.stringify({ data: record }) }]);
      void bench.ingest.applyRecorded();
    };
    const statusAfter = (status: string): string => {
      relay(negotiation('1', { status }));
      return bench.lead().status;
    };
    bench.deliver('NegotiationCreatedV4', negotiation('1', { status: 'Open' }));
    expect(['Canceled', 'Open', 'Canceled'].map(statusAfter)).toEqual([
      'Canceled',
      'Open',
      'Canceled',
    ]);
    relay(negotiation('2'));
    expect(bench.view('all')).toHaveLength(2);
    // It may be outdated, so both leads are polled by the next desktop on duty.
    expect(polled(bench)).toMatchObject([{ next_at: noon }, { next_at: noon }]);
  });

  it('that another desktop did not get for a lead marks the lead as missing', () => {
    const bench = testIngest();
    const relay = (target: string, record: object): string => {
      const call = { method: 'POST', target, body: {}, at: noon };
      const delivery = convertRelayed(bench.store, accountID, call);
      if (delivery === null) throw new Error('the account is unknown');
      bench.ingest.record([{ ...delivery, body: JSON.stringify({ data: record }) }]);
      void bench.ingest.applyRecorded();
      return bench.lead().availability;
    };
    const missing = (at: number) => ({ negotiationID: '1', why: 'gone', at });
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.changes.length = 0;
    expect(relay('answer:missing', missing(noon))).toBe('gone');
    expect(bench.changes).toMatchObject([{ leadIDs: [bench.lead().leadID] }]);
    expect(relay('answer:negotiation', negotiation('1'))).toBe('here');
    expect(relay('answer:missing', missing(noon + 1))).toBe('gone');
    relay('answer:missing', { ...missing(noon), negotiationID: '2' });
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
  });

  it('that another desktop polled about an old lead is history here too', () => {
    const { store, ingest, lead, news } = testIngest();
    const relay = (target: string, record: object): void => {
      const call = { method: 'POST', target, body: {}, at: noon };
      const delivery = convertRelayed(store, accountID, call);
      if (delivery === null) throw new Error('the account is unknown');
      ingest.record([{ ...delivery, body: JSON.stringify({ data: record }) }]);
    };
    const old = noon - 8 * day;
    relay('answer:negotiation', negotiation('1', { createdAt: rfc(old) }));
    relay('answer:message', message('m1', '1', 'Customer', 'Hello?', old + hour));
    void ingest.applyRecorded();
    expect([lead().isUnread, news]).toEqual([false, []]);
  });

  it('that repeats known data publishes nothing', () => {
    const bench = testIngest();
    const received = [message('m1', '1', 'Customer', 'Hi', noon)];
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    bench.ingest.applyMessages(accountID, '1', received, 'poll');
    bench.changes.length = 0;
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    bench.ingest.applyMessages(accountID, '1', received, 'poll');
    expect(bench.changes).toEqual([]);
  });

  it('with a broken record stores it once as not understood and applies the others', () => {
    const bench = testIngest();
    const records = [{ no: 'id' }, negotiation('1')];
    bench.ingest.applyNegotiations(accountID, records, 'poll');
    bench.ingest.applyNegotiations(accountID, records, 'poll');
    expect([bench.lead().customerName, countNotUnderstood(bench.store, accountID)]).toEqual([
      'Maria Gomez',
      1,
    ]);
  });

  it('with a message that makes the app throw sets it aside and applies those after it', () => {
    const bench = testIngest(() => {
      throw new Error('a bug');
    });
    const records = [
      message('m1', '1', 'Customer', 'Hello?', noon - 2_000),
      message('m2', '1', 'Business', 'Hi', noon - 1_000),
      message('m3', '1', 'Customer', 'Yes', noon),
    ];
    bench.ingest.applyMessages(accountID, '1', records, 'poll');
    expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual(['Hello?', 'Yes']);
    expect(countNotUnderstood(bench.store, accountID)).toBe(1);
  });

  it('that a lead is gone marks the lead as gone, and one with the lead restores it', () => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    bench.ingest.applyMissing(accountID, '1', 'gone');
    const gone = bench.lead();
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    expect([gone.availability, bench.lead().availability]).toEqual(['gone', 'here']);
  });

  it('with older field names and unknown values is understood', () => {
    const bench = testIngest();
    bench.ingest.applyNegotiations(
      accountID,
      [
        {
          negotiationID: 7,
          createTime: rfc(noon),
          status: 'active',
          leadPrice: 'ask us',
          customer: { displayName: 'Ann B.' },
          request: { travelPreferences: 'ByBoat', details: 'none' },
          surprise: [1],
        },
      ],
      'poll',
    );
    expect(bench.lead()).toMatchObject({
      status: 'active',
      createdAt: noon,
      customerName: 'Ann B.',
      price: { text: 'ask us', cents: null },
    });
  });

  it('covers the businesses that it lists and no longer those that it omits', () => {
    const bench = testIngest();
    const both = [
      { businessID: 'b1', name: 'Ace' },
      { businessID: 'b2', name: 'Best' },
    ];
    bench.ingest.applyBusinesses(accountID, both);
    bench.ingest.applyBusinesses(accountID, both);
    bench.ingest.applyBusinesses(accountID, both.slice(1));
    expect(bench.changes).toHaveLength(2);
    expect(
      bench.store.db.prepare('SELECT business_id, covered FROM businesses').raw().all(),
    ).toEqual([
      ['b1', 0],
      ['b2', 1],
    ]);
  });
});

const putConnectedAt = ({ store }: Bench, at: number): void =>
  void store.db.prepare('UPDATE accounts SET connected_at = ?').run(at);

describe('history of a first sync', () => {
  it('is not notified, and is unread only if it is recent and unanswered', () => {
    const bench = testIngest();
    putConnectedAt(bench, noon);
    const at = (id: string, ms: number) =>
      negotiation(id, { createdAt: rfc(ms), customer: { firstName: id } });
    bench.ingest.applyNegotiations(
      accountID,
      [
        at('old', noon - 2 * day),
        at('recent', noon - hour),
        at('answered', noon - hour),
        at('moved', noon - 3 * day),
      ],
      'backfill',
    );
    bench.ingest.applyMessages(
      accountID,
      'answered',
      [message('m1', 'answered', 'Business', 'Hi', noon - 1)],
      'backfill',
    );
    bench.ingest.applyMessages(
      accountID,
      'moved',
      [message('m2', 'moved', 'Customer', 'Hi', noon - 2)],
      'backfill',
    );
    expect(
      bench
        .view('unread')
        .map((lead) => lead.customerName)
        .sort(),
    ).toEqual(['moved', 'recent']);
    expect(bench.news).toEqual([]);
  });

  it('leaves an unread lead unread', () => {
    const bench = testIngest();
    putConnectedAt(bench, noon);
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.ingest.applyMessages(
      accountID,
      '1',
      [message('m0', '1', 'Customer', 'Old', noon - 2 * day)],
      'backfill',
    );
    expect(bench.lead().isUnread).toBe(true);
  });
});

describe('an archived lead', () => {
  const archived = (): Bench => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const row = toRow(bench.lead().leadID) ?? 0;
    setMarks(bench.store, [row], { archived: true });
    refreshInbox(bench.store, row);
    return bench;
  };

  it('returns to the inbox when its customer writes', () => {
    const bench = archived();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'One more thing', noon));
    expect(bench.lead()).toMatchObject({ archived: false, needsReply: true });
  });

  it.each([
    ['we write', message('m1', '1', 'Business', 'Bye', noon)],
    ['an older message is found', message('m1', '1', 'Customer', 'Old', noon - day)],
  ])('stays archived when %s', (_, received) => {
    const bench = archived();
    bench.deliver('MessageCreatedV4', received);
    expect(bench.view('all')).toEqual([]);
  });

  it('returns for a message at the same time as the last one that was known', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'One', noon));
    const row = toRow(bench.lead().leadID) ?? 0;
    setMarks(bench.store, [row], { archived: true });
    refreshInbox(bench.store, row);
    expect(bench.view('all')).toEqual([]);
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Customer', 'Two', noon));
    expect(bench.lead().archived).toBe(false);
  });

  it('stays archived when its history is found, which then counts as known', () => {
    const bench = archived();
    bench.store.db.prepare('UPDATE accounts SET connected_at = ?').run(noon);
    const found = message('m1', '1', 'Customer', 'From before', noon - 1_000);
    bench.ingest.applyMessages(accountID, '1', [found], 'backfill');
    expect(bench.view('all')).toEqual([]);
    const known = bench.store.db.prepare(
      'SELECT known_at, known_message FROM marks WHERE mark = ?',
    );
    expect(known.raw().get('archived')).toEqual([noon - 1_000, 'm1']);
  });
});

describe('a snoozed lead', () => {
  it('wakes when its customer writes', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const row = toRow(bench.lead().leadID) ?? 0;
    setMarks(bench.store, [row], { snoozedUntil: noon + day });
    refreshInbox(bench.store, row);
    expect(bench.lead()).toMatchObject({ snoozedUntil: noon + day, needsReply: false });
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Any news?', noon));
    expect(bench.lead()).toMatchObject({ snoozedUntil: null, needsReply: true });
  });
});

describe('a lead marked as needing no reply', () => {
  const marked = (): Bench => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const row = toRow(bench.lead().leadID) ?? 0;
    setMarks(bench.store, [row], { noReplyNeeded: true });
    refreshInbox(bench.store, row);
    return bench;
  };

  it('leaves Needs reply but stays in the list of all leads', () => {
    const bench = marked();
    expect(bench.view('needs_reply')).toEqual([]);
    expect(bench.lead()).toMatchObject({ noReplyNeeded: true, needsReply: false });
  });

  it('needs a reply again when its customer writes', () => {
    const bench = marked();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'And Monday?', noon));
    expect(bench.lead()).toMatchObject({ noReplyNeeded: false, needsReply: true });
  });

  it('still needs no reply when an older message is found', () => {
    const bench = marked();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Old', noon - day));
    expect(bench.lead()).toMatchObject({ noReplyNeeded: true, needsReply: false });
  });
});

describe('notifications', () => {
  it('cover requests and messages from customers, but not our own messages', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Business', 'Hello', noon));
    expect(bench.news.map(({ kind, at }) => [kind, at])).toEqual([
      ['lead', noon - 60_000],
      ['message', noon],
    ]);
  });
});

describe('a message from our side', () => {
  it('is matched with the outbox, raw and decoded, and stored only if it is not from there', () => {
    const adoptEcho = vi.fn<AdoptEcho>((_, echo) => echo.text === 'R&B');
    const bench = testIngest(adoptEcho);
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', 'R&amp;B', noon));
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Business', 'Rock', noon + 1));
    expect(adoptEcho.mock.calls.map(([, echo]) => echo.text)).toEqual(['R&amp;B', 'R&B', 'Rock']);
    expect(bench.thread(bench.lead()).map((received) => received.text)).toEqual(['Rock']);
  });
});

describe('changes of a history that are published later', () => {
  const setUp = () => {
    const clock = testClock();
    const log = testLog();
    const store = testStore(clock);
    const publish = vi.fn();
    const ingest = createIngest({
      ...{ store, clock, log, publish, slices: testSlices(clock), findIntake: intakesOf(store) },
      ...{ onReviews: () => undefined, notify: () => undefined, adoptEcho: () => false },
    });
    const apply = (id: string) =>
      ingest.applyNegotiations(accountID, [negotiation(id)], 'backfill');
    apply('n1');
    apply('n2');
    expect(publish).toHaveBeenCalledOnce();
    return { clock, log, publish, ingest };
  };

  it('do not end the engine if the database cannot be read then', () => {
    const { clock, log, publish } = setUp();
    publish.mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    clock.advance(hour);
    expect(publish).toHaveBeenCalledTimes(2);
    expect(log.lines).toMatchObject([{ text: 'changes could not be published' }]);
  });

  it('are not published after the end', () => {
    const { clock, publish, ingest } = setUp();
    ingest.stop();
    clock.advance(hour);
    expect(publish).toHaveBeenCalledOnce();
  });
});
