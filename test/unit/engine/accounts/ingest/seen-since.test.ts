/** Payloads of the second round of recordings (live-facts, Seen since), as people meet them. */
import { expect, it } from 'vitest';
import { rowOf } from '../../../../../main/engine/platform/store/ids.ts';
import { detailsOf } from '../../support/readers.ts';
import { legacyIngest, testIngest, type Bench } from '../../support/ingest.ts';
import * as legacy from '../../support/legacy-records.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

const details = (bench: Bench) => detailsOf(bench.store, rowOf(bench.lead().leadID) ?? 0);

it.each([
  ['1234567890', 'Test Business for Webhooks'],
  ['+1 (123) 456-7890', 'Ace Plumbing'],
])(
  'a test delivery with the account’s own business and the number %s is no lead',
  (phone, name) => {
    const bench = testIngest();
    const customer = { customerID: 'c', firstName: ' Test ', lastName: 'Customer', phone };
    const business = { businessID: 'b1', name };
    bench.deliver('NegotiationCreatedV4', negotiation('999', { customer, business }));
    expect([bench.view('all'), bench.news]).toEqual([[], []]);
  },
);

it('blanks around and within a name are none of it', () => {
  const bench = testIngest();
  const customer = { customerID: 'c', firstName: ' Olivia ', lastName: ' Young ' };
  const business = { businessID: 'b1', name: ' Ace  Plumbing ' };
  bench.deliver('NegotiationCreatedV4', negotiation('1', { customer, business }));
  expect(bench.lead()).toMatchObject({ customerName: 'Olivia Young' });
});

it('a total of "N/A" is no price, and neither is 0.00 of an estimate that asks for more', () => {
  const bench = testIngest();
  const estimate = { type: 'Fixed', total: 'N/A' };
  bench.ingest.negotiations(accountID, [negotiation('1', { estimate })], 'poll');
  expect(details(bench)?.estimate).toMatchObject({ total: null });
  const more = { type: 'MoreInfo', total: '$0.00', pricePerUnit: '0.00', unitQuantity: 0 };
  bench.ingest.negotiations(accountID, [negotiation('1', { estimate: more })], 'poll');
  expect(details(bench)?.estimate).toMatchObject({ total: null, pricePerUnit: null });
});

it('an access code beside the forwarding number of the business is shown', () => {
  const bench = testIngest();
  const business = { businessID: 'b1', name: 'Ace', phoneNumber: '+15125550100', accessCode: '42' };
  bench.deliver('NegotiationCreatedV4', negotiation('1', { business }));
  expect(details(bench)).toMatchObject({ accessCode: '42', businessPhone: '+15125550100' });
});

it('the type of a v4 lead is shown', () => {
  const bench = testIngest();
  bench.deliver('NegotiationCreatedV4', negotiation('1', { leadType: 'Booking' }));
  expect(details(bench)?.leadType).toBe('Booking');
});

it('what a later answer does not carry is not taken away, and what it says empty is', () => {
  const bench = testIngest();
  bench.ingest.negotiations(accountID, [negotiation('1', { chargeState: 'Charged' })], 'poll');
  const later = negotiation('1', { status: 'Picked', leadPrice: '', chargeState: undefined });
  bench.ingest.negotiations(accountID, [JSON.parse(JSON.stringify(later))], 'poll');
  expect(bench.lead()).toMatchObject({ status: 'Picked', price: null });
  expect(details(bench)?.chargeState).toBe('Charged');
});

it('files beside a legacy message are shown with it', () => {
  const bench = legacyIngest();
  const said = legacy.message('m1', 'l1', 'See the photo', noon);
  const body = { ...said, attachments: [{ fileName: 'a.jpg', url: 'https://x.example/a.jpg' }] };
  bench.ingest.record([
    { accountID, eventType: 'Message', webhookID: null, body: JSON.stringify(body) },
  ]);
  void bench.ingest.applyRecorded();
  expect(bench.thread(bench.lead())).toMatchObject([{ attachments: [{ fileName: 'a.jpg' }] }]);
});

it('a customer who writes something else within the first hour is heard, long or short', () => {
  const bench = testIngest();
  const description = 'The tap drips. '.repeat(40);
  const request = { ...(negotiation('1')['request'] as object), description };
  bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: rfc(noon), request }));
  const say = (id: string, text: string): void =>
    bench.deliver('MessageCreatedV4', message(id, '1', 'Customer', text, noon + 1_000));
  say('m1', `${description}And the sink too.`);
  say('m2', description);
  expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual([
    `${description}And the sink too.`,
  ]);
});
