/** The event kinds of the specification, each with as little data as it may have. */
import { describe, expect, it } from 'vitest';
import { detailsOf } from '../../support/readers.ts';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { countNotUnderstood } from '../../../../../main/engine/accounts/deliveries.ts';
import { testIngest } from '../../support/ingest.ts';
import { event, message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

const due = ({ store, clock }: ReturnType<typeof testIngest>) =>
  store.db.prepare('SELECT count(*) FROM polls WHERE next_at <= ?').pluck().get(clock.now());

describe('the event that announces a lead', () => {
  it('gets the lead fetched right away, whatever else it contains', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('NegotiationCreatedV4', { negotiationID: '2' });
    expect(due(bench)).toBe(2);
  });

  it('can have nothing but an ID, and the fetched lead fills in the rest', () => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', { negotiationID: '1' });
    expect(bench.lead()).toMatchObject({ customerName: '', status: '' });
    bench.ingest.applyNegotiations(accountID, [negotiation('1')], 'poll');
    expect(bench.lead()).toMatchObject({ customerName: 'Maria Gomez', status: 'Open' });
  });
});

describe('the forwarding number of a lead', () => {
  it('is the one that the service last answered with, even after another event', () => {
    const bench = testIngest();
    const phones = (phone: string) =>
      negotiation('1', { customer: { firstName: 'Maria', lastName: 'Gomez', phone } });
    const shown = () => detailsOf(bench.store, toRow(bench.lead().leadID) ?? 0)?.customer.phone;
    bench.deliver('NegotiationCreatedV4', phones('+15125550100'));
    expect(shown()).toBe('+15125550100');
    bench.ingest.applyNegotiations(accountID, [phones('+15125550199')], 'poll');
    bench.deliver('NegotiationCreatedV4', phones('+15125550100'));
    expect(shown()).toBe('+15125550199');
  });
});

describe('the event of a message', () => {
  it('from both the user’s and the business’s webhook makes one message', () => {
    const bench = testIngest();
    const received = message('m1', '1', 'Customer', 'Hello?', noon);
    bench.deliver('NegotiationCreatedV4', negotiation('1'));
    bench.deliver('MessageCreated', received);
    bench.deliver('MessageCreatedV4', received);
    expect(bench.thread(bench.lead())).toMatchObject([{ side: 'customer', text: 'Hello?' }]);
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
  });
});

it.each(['ReviewCreatedV4', 'PresetJobCreated', 'PresetJobOfAKindToCome'])(
  'the event %s is stored as received and does not count as a failure',
  (eventType) => {
    const bench = testIngest();
    const body = event(eventType, { reviewID: 'r1', anything: true });
    bench.ingest.record([{ accountID, eventType, webhookID: 'w1', body }]);
    void bench.ingest.applyRecorded();
    expect(bench.store.db.prepare('SELECT body, state FROM deliveries').all()).toEqual([
      { body, state: 'applied' },
    ]);
    expect(countNotUnderstood(bench.store, accountID)).toBe(0);
  },
);

describe('an impossible time', () => {
  it.each([
    ['the last possible date', '+275760-09-13T00:00:00.000Z'],
    ['the largest number of milliseconds', 8.64e15],
    ['ten thousand years from now', '+012026-01-01T00:00:00Z'],
    ['five years from now', '2031-05-05T12:00:00Z'],
    ['the year 1', '0001-01-01T00:00:00Z'],
    ['zero', 0],
  ])('counts as missing: %s', (_what, time) => {
    const bench = testIngest();
    bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: time }));
    bench.deliver('MessageCreatedV4', {
      ...message('m1', '1', 'Customer', 'Hi', noon),
      sentAt: time,
    });
    expect(bench.lead()).toMatchObject({ createdAt: noon, activityAt: noon, isUnread: true });
    expect(bench.thread(bench.lead())).toMatchObject([{ at: noon, text: 'Hi' }]);
  });

  it('does not include next year: this computer’s clock may be months behind', () => {
    const bench = testIngest();
    const time = noon + 399 * 24 * 60 * 60_000;
    bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: rfc(time) }));
    bench.deliver('MessageCreatedV4', message('m1', '1', 'Customer', 'Hi', time));
    expect(bench.lead()).toMatchObject({ createdAt: time, activityAt: time });
  });
});
