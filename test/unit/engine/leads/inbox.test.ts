import { describe, expect, it } from 'vitest';
import { viewNames } from '../../../../contract/views.ts';
import { toRow } from '../../../../main/engine/platform/store/ids.ts';
import { refreshInbox } from '../../../../main/engine/leads/inbox.ts';
import { readLeadCounts } from '../../../../main/engine/leads/counts.ts';
import { setMarks } from '../../../../main/engine/leads/marks.ts';
import { settlePoll } from '../../../../main/engine/accounts/polls.ts';
import { markRead, markUnread } from '../../../../main/engine/leads/read-mark.ts';
import {
  insertOwnMessage,
  removeOwnMessage,
} from '../../../../main/engine/conversation/messages.ts';
import { testIngest, type Bench } from '../support/ingest.ts';
import { message, negotiation, rfc } from '../support/records.ts';
import { accountID, noon } from '../support/store.ts';

const minute = 60_000;
/** Where the test account's businesses are. */
const service = 'sandbox 127.0.0.1:1';

/** Puts our reply in the outbox and returns its message row. */
const reply = ({ store, lead, clock }: Bench, state: 'queued' | 'failed' = 'queued'): number => {
  const row = toRow(lead().leadID) ?? 0;
  return store.write(() => {
    const own = insertOwnMessage(store, {
      lead: row,
      accountID,
      text: 'On my way',
      now: clock.now(),
      automatic: 0,
    });
    store.db
      .prepare(
        `INSERT INTO outbox (message, lead, account_id, state, undo_ms, next_at, reason)
         VALUES (?, ?, ?, ?, 0, 0, '{"code":"rejected","message":"No"}')`,
      )
      .run(own, row, accountID, state);
    refreshInbox(store, row);
    return own;
  });
};

const mark = ({ store, lead }: Bench, work: (row: number) => void): void => {
  const row = toRow(lead().leadID) ?? 0;
  work(row);
  refreshInbox(store, row);
};

describe('a lead needs a reply', () => {
  it('from its request on while nobody has written', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    expect(bench.lead()).toMatchObject({
      needsReply: true,
      waitingSince: noon - minute,
      lastMessage: null,
    });
  });

  it('from the first message after our last one', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: rfc(noon - 60 * minute) }));
    const messages = [
      message('m1', '1', 'Customer', 'Hello?', noon - 50 * minute),
      message('m2', '1', 'Business', 'Hi', noon - 40 * minute),
      message('m3', '1', 'Customer', 'When?', noon - 30 * minute),
      message('m4', '1', 'Customer', 'Today?', noon - 20 * minute),
    ];
    for (const one of messages) bench.deliver('MessageCreatedV4', one);
    expect(bench.lead()).toMatchObject({
      needsReply: true,
      waitingSince: noon - 30 * minute,
      activityAt: noon - 20 * minute,
      lastMessage: { side: 'customer', text: 'Today?', person: null },
    });
  });

  it('until a reply is queued, and again when that reply is withdrawn', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const own = reply(bench);
    const answered = bench.lead();
    bench.store.write(() => {
      removeOwnMessage(bench.store, own);
      refreshInbox(bench.store, toRow(answered.leadID) ?? 0);
    });
    expect([answered.needsReply, bench.lead().needsReply]).toEqual([false, true]);
  });

  it('while a reply failed to send', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    reply(bench, 'failed');
    expect(bench.lead()).toMatchObject({
      needsReply: true,
      outgoing: { state: 'failed' },
      lastMessage: null,
    });
    expect(bench.view('outgoing')).toHaveLength(1);
  });

  it('until a reply is queued, even if our clock is an hour behind the service’s', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon + 60 * minute));
    reply(bench);
    expect(bench.lead()).toMatchObject({ needsReply: false, lastMessage: { text: 'On my way' } });
  });

  it.each([
    [
      'it was canceled',
      (bench: Bench) =>
        bench.ingest.applyNegotiations(
          accountID,
          [negotiation('1', { status: 'Canceled' })],
          'poll',
        ),
    ],
    [
      'the service no longer has it',
      (bench: Bench) => bench.ingest.applyMissing(accountID, '1', 'gone'),
    ],
    [
      'it is archived',
      (bench: Bench) => mark(bench, (row) => setMarks(bench.store, [row], { archived: true })),
    ],
  ])('except when %s', (_, change) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    change(bench);
    expect(readLeadCounts(bench.store, null).needs_reply).toBe(0);
  });

  it('except while only a message of it is known', () => {
    const bench = testIngest();
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    expect(bench.lead()).toMatchObject({ needsReply: false, isIncomplete: true, isUnread: true });
  });
});

describe('a lead is unread', () => {
  it('until it is read, and again once the customer writes', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    const seen = [bench.lead().isUnread];
    mark(bench, (row) => markRead(bench.store, [row]));
    seen.push(bench.lead().isUnread);
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', noon));
    seen.push(bench.lead().isUnread);
    expect(seen).toEqual([true, false, true]);
  });

  it('when the professional marks it unread', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    mark(bench, (row) => markRead(bench.store, [row]));
    mark(bench, (row) => markUnread(bench.store, [row]));
    expect(bench.lead().isUnread).toBe(true);
  });

  it.each(['here', 'on the service’s own pages'])('until we reply %s', (where) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    if (where === 'here') reply(bench);
    else bench.deliver('MessageCreatedV4', message('m1', '1', 'Business', 'Hi', noon));
    expect(bench.lead().isUnread).toBe(false);
  });
});

describe('the counts beside the views', () => {
  it('match the lengths of the lists after marks, messages, and a lead that is gone', () => {
    const bench = testIngest();
    for (const id of ['1', '2', '3', '4', '5']) {
      const business = id === '5' ? { businessID: 'b2', name: 'Other' } : { businessID: 'b1' };
      bench.deliver('NegotiationCreatedV4', negotiation(id, { business }));
    }
    const rows = bench.view('all').map((lead) => toRow(lead.leadID) ?? 0);
    const [first = 0, second = 0, third = 0] = rows;
    setMarks(bench.store, [first], { starred: true });
    setMarks(bench.store, [second], { archived: true });
    markRead(bench.store, [third]);
    for (const row of rows) refreshInbox(bench.store, row);
    bench.ingest.applyMissing(accountID, '5', 'gone');
    bench.deliver('MessageCreatedV4', message('m1', '4', 'Business', 'Hi', noon));

    const listed = Object.fromEntries(viewNames.map((view) => [view, bench.view(view).length]));
    const isNew = bench.view('needs_reply').filter(({ needsFirstReply }) => needsFirstReply);
    expect(readLeadCounts(bench.store, null)).toEqual({ ...listed, new: isNew.length });
    expect(readLeadCounts(bench.store, { businessID: 'b2', service })).toMatchObject({
      all: 1,
      needs_reply: 0,
      unread: 1,
    });
  });
});

describe('the last message', () => {
  it('is one line of at most 200 characters and never splits an emoji', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver(
      'MessageCreatedV4',
      message('m1', '1', 'Customer', `two\n\n lines ${'😀'.repeat(300)}`, noon),
    );
    const text = bench.lead().lastMessage?.text ?? '';
    expect([...text]).toHaveLength(200);
    expect(text).toMatch(/^two lines (😀)+…$/u);
  });
});

describe('needs reply', () => {
  const hour = 60 * minute;
  const day = 24 * hour;
  const names = (bench: Bench): readonly string[] =>
    bench.view('needs_reply').map(({ customerName }) => customerName);
  const asked = (id: string, name: string, at: number) =>
    negotiation(id, {
      createdAt: rfc(at),
      customer: { customerID: `c${id}`, firstName: name, lastName: '' },
    });

  it('lists new leads by deadline, then conversations, latest first', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', asked('1', 'Later', noon - minute));
    bench.deliver('NegotiationCreatedV4', asked('2', 'Sooner', noon - 3 * hour));
    for (const [id, name, at] of [
      ['3', 'Spoke early', noon - 2 * hour],
      ['4', 'Spoke late', noon - hour],
    ] as const) {
      bench.deliver('NegotiationCreatedV4', asked(id, name, noon - day));
      bench.deliver('MessageCreatedV4', message(`o${id}`, id, 'Business', 'Hi', noon - 5 * hour));
      bench.deliver('MessageCreatedV4', message(`m${id}`, id, 'Customer', 'When?', at));
    }
    expect(names(bench)).toEqual(['Sooner', 'Later', 'Spoke late', 'Spoke early']);
    expect(bench.view('needs_reply').map(({ needsFirstReply }) => needsFirstReply)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  /** Marks all conversations as read from the service. The test account was connected a week before noon. */
  const readConversations = (bench: Bench): void => {
    for (const { leadID } of bench.view('all'))
      settlePoll(bench.store, toRow(leadID) ?? 0, {
        nextAt: noon,
        readTo: noon,
        failures: 0,
        misses: 0,
        missedAt: null,
      });
  };

  it('lists a lead from before the account was connected once its conversation is read', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', asked('1', 'Last week', noon - 8 * day));
    expect(names(bench)).toEqual([]);
    readConversations(bench);
    expect(names(bench)).toEqual(['Last week']);
  });

  it('omits leads that were over two weeks old when the account was connected', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', asked('1', 'Old', noon - 22 * day));
    bench.deliver('NegotiationCreatedV4', asked('2', 'Recent', noon - 20 * day));
    readConversations(bench);
    expect(names(bench)).toEqual(['Recent']);
    expect(bench.view('older').map(({ customerName, replyBy }) => [customerName, replyBy])).toEqual(
      [['Old', null]],
    );
    expect(readLeadCounts(bench.store, null)).toMatchObject({ needs_reply: 1, older: 1, all: 2 });
  });

  it('lists an old lead again when its customer writes', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', asked('1', 'Old', noon - 30 * day));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hello?', noon - 29 * day));
    readConversations(bench);
    expect(bench.view('older')).toHaveLength(1);
    bench.deliver('MessageCreatedV4', message('o1', '1', 'Business', 'Interested?', noon - day));
    bench.deliver('MessageCreatedV4', message('m2', '1', 'Customer', 'Yes!', noon));
    expect(names(bench)).toEqual(['Old']);
    expect(bench.view('older')).toEqual([]);
  });
});
