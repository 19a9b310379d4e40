/** A Quick Reply is sent by the marketplace, so it does not answer a lead. */
import { describe, expect, it } from 'vitest';
import { createInsightsCommands } from '../../../../../main/engine/tools/insights/commands.ts';
import { testIngest, type Bench } from '../../support/ingest.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon, testSlices } from '../../support/store.ts';

const second = 1_000;
const minute = 60 * second;

/** A message as it is delivered, which names both parties. */
const fromBusiness = (
  messageID: string,
  negotiationID: string,
  text: string,
  sentAt: number,
  more = {},
) =>
  message(messageID, negotiationID, 'Business', text, sentAt, {
    customer: { customerID: `c${negotiationID}`, displayName: 'Maria G.' },
    ...more,
  });

const lead = (id: string, firstName = 'Maria', createdAt = noon) =>
  negotiation(id, {
    createdAt: rfc(createdAt),
    customer: { customerID: `c${id}`, firstName, lastName: 'G.', phone: '+15125550100' },
  });

const quickReply = (firstName: string): string =>
  `Hi ${firstName},\r\n\r\nthanks for reaching out! We will get back to you soon.`;

const rowOf = (bench: Bench, name: string) => {
  const found = bench.view('all').find(({ customerName }) => customerName.startsWith(name));
  if (found === undefined) throw new Error(`there is no lead of ${name}`);
  return found;
};

const marked = (bench: Bench, name: string): readonly boolean[] =>
  bench.thread(rowOf(bench, name)).map(({ isAutomatic }) => isAutomatic);

/** Expects a new, unread, unanswered lead that shows the text of the request. */
const expectUntouched = (bench: Bench, name: string): void => {
  const row = rowOf(bench, name);
  expect(row).toMatchObject({ needsReply: true, needsFirstReply: true, isUnread: true });
  expect(row.lastMessage).toBeNull();
  expect(row.replyBy).not.toBeNull();
};

describe('a Quick Reply', () => {
  const orders = {
    'after its lead': (bench: Bench, id: string, name: string) => {
      bench.deliver('NegotiationCreatedV4', lead(id, name));
      bench.deliver(
        'MessageCreatedV4',
        fromBusiness(`q${id}`, id, quickReply(name), noon + second),
      );
    },
    'before its lead': (bench: Bench, id: string, name: string) => {
      bench.deliver(
        'MessageCreatedV4',
        fromBusiness(`q${id}`, id, quickReply(name), noon + second),
      );
      bench.deliver('NegotiationCreatedV4', lead(id, name));
    },
    'in a poll': (bench: Bench, id: string, name: string) => {
      bench.ingest.applyNegotiations(accountID, [lead(id, name)], 'poll');
      const named = message(`q${id}`, id, 'Business', quickReply(name), noon + second);
      bench.ingest.applyMessages(accountID, id, [named], 'poll');
    },
  };

  it.each(Object.entries(orders))(
    'that comes %s leaves the lead new and is recognized once another lead has the same text',
    (_, comes) => {
      const bench = testIngest();
      comes(bench, '1', 'Maria');
      expectUntouched(bench, 'Maria');
      expect(marked(bench, 'Maria')).toEqual([false]);
      comes(bench, '2', 'José Luis');
      for (const name of ['Maria', 'José Luis']) {
        expectUntouched(bench, name);
        expect(marked(bench, name)).toEqual([true]);
      }
    },
  );

  it('that the service marks is recognized right away, even minutes later', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', lead('1'));
    const more = { messageType: 'quick_reply' };
    const sent = fromBusiness('q1', '1', 'Hi!', noon + 5 * minute, more);
    bench.deliver('MessageCreatedV4', sent);
    expectUntouched(bench, 'Maria');
    expect(marked(bench, 'Maria')).toEqual([true]);
  });

  it('minutes after its lead was created, but delivered before it, is recognized later', () => {
    const bench = testIngest();
    const late = noon + 2 * minute;
    bench.deliver('MessageCreatedV4', fromBusiness('q1', '1', quickReply('Maria'), late));
    bench.deliver('NegotiationCreatedV4', lead('1', 'Maria'));
    expect(rowOf(bench, 'Maria')).toMatchObject({ needsReply: false });
    orders['after its lead'](bench, '2', 'Ann');
    expect(rowOf(bench, 'Maria')).toMatchObject({ needsReply: true, needsFirstReply: true });
    expect([marked(bench, 'Maria'), marked(bench, 'Ann')]).toEqual([[true], [true]]);
  });

  it('that comes before its lead is notified as a new lead', () => {
    const bench = testIngest();
    orders['before its lead'](bench, '1', 'Maria');
    expect(bench.news).toMatchObject([{ kind: 'lead', at: noon }]);
  });

  it('is not a first reply, unlike one that somebody writes', async () => {
    const bench = testIngest();
    const { 'insights.today': today } = createInsightsCommands({
      store: bench.store,
      clock: bench.clock,
      slices: testSlices(bench.clock),
    });
    orders['after its lead'](bench, '1', 'Maria');
    orders['after its lead'](bench, '2', 'Ann');
    expect(await today({})).toMatchObject({ value: { firstReplies: 0 } });
    bench.deliver('MessageCreatedV4', fromBusiness('m1', '1', 'Tomorrow at 9?', noon + minute));
    expect(await today({})).toMatchObject({ value: { firstReplies: 1, medianMs: minute } });
    expect(rowOf(bench, 'Maria')).toMatchObject({ needsReply: false, isUnread: false });
    expect(marked(bench, 'Maria')).toEqual([true, false]);
  });

  it('does not make its lead match is:answered', () => {
    const bench = testIngest();
    orders['after its lead'](bench, '1', 'Maria');
    expect(bench.view('all', '-is:answered')).toHaveLength(1);
    expect(bench.view('all', 'is:answered')).toHaveLength(0);
  });
});

describe('a message that somebody wrote', () => {
  it('is a reply after half a minute, even with the same text as in other leads', () => {
    const bench = testIngest();
    for (const id of ['1', '2']) {
      bench.deliver('NegotiationCreatedV4', lead(id));
      bench.deliver('MessageCreatedV4', fromBusiness(`m${id}`, id, 'Call me!', noon + minute));
    }
    expect(bench.view('needs_reply')).toEqual([]);
    expect(
      bench.view('all').flatMap((row) => bench.thread(row).map((each) => each.isAutomatic)),
    ).toEqual([false, false]);
  });

  it('makes its lead answered and read, even if the lead is delivered later', () => {
    const bench = testIngest();
    bench.deliver('MessageCreatedV4', fromBusiness('m1', '1', 'On my way', noon + 20 * minute));
    bench.deliver('NegotiationCreatedV4', lead('1'));
    expect(bench.lead()).toMatchObject({ needsReply: false, isUnread: false });
  });

  it('within half a minute and with unique text is not marked automatic, but the lead needs a reply', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', lead('1'));
    bench.deliver('MessageCreatedV4', fromBusiness('m1', '1', 'Around the corner', noon + 20_000));
    expect(bench.thread(bench.lead()).map((each) => each.isAutomatic)).toEqual([false]);
    expect(bench.view('needs_reply')).toHaveLength(1);
  });
});
