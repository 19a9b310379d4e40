/** Findings from the second round of recorded payloads (live-facts, Seen since). */
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
  'a test delivery with the account’s own business and the number %s is not a lead',
  (phone, name) => {
    const bench = testIngest();
    const customer = { customerID: 'c', firstName: ' Test ', lastName: 'Customer', phone };
    const business = { businessID: 'b1', name };
    bench.deliver('NegotiationCreatedV4', negotiation('999', { customer, business }));
    expect([bench.view('all'), bench.news]).toEqual([[], []]);
  },
);

it('extra spaces in a name are removed', () => {
  const bench = testIngest();
  const customer = { customerID: 'c', firstName: ' Olivia ', lastName: ' Young ' };
  const business = { businessID: 'b1', name: ' Ace  Plumbing ' };
  bench.deliver('NegotiationCreatedV4', negotiation('1', { customer, business }));
  expect(bench.lead()).toMatchObject({ customerName: 'Olivia Young' });
});

it('a total of "N/A" is not a price, and neither is $0.00 in a MoreInfo estimate', () => {
  const bench = testIngest();
  const estimate = { type: 'Fixed', total: 'N/A' };
  bench.ingest.negotiations(accountID, [negotiation('1', { estimate })], 'poll');
  expect(details(bench)?.estimate).toMatchObject({ total: null });
  const more = { type: 'MoreInfo', total: '$0.00', pricePerUnit: '0.00', unitQuantity: 0 };
  bench.ingest.negotiations(accountID, [negotiation('1', { estimate: more })], 'poll');
  expect(details(bench)?.estimate).toMatchObject({ total: null, pricePerUnit: null });
});

it('the access code of the business’s forwarding number is shown', () => {
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

it('a later answer without a field keeps its value, and an empty field clears it', () => {
  const bench = testIngest();
  bench.ingest.negotiations(accountID, [negotiation('1', { chargeState: 'Charged' })], 'poll');
  const later = negotiation('1', { status: 'Picked', leadPrice: '', chargeState: undefined });
  bench.ingest.negotiations(accountID, [JSON.parse(JSON.stringify(later))], 'poll');
  expect(bench.lead()).toMatchObject({ status: 'Picked', price: null });
  expect(details(bench)?.chargeState).toBe('Charged');
});

it('files next to a legacy message are shown with it', () => {
  const bench = legacyIngest();
  const incoming = legacy.message('m1', 'l1', 'See the photo', noon);
  const body = {
    ...incoming,
    attachments: [{ fileName: 'a.jpg', url: 'https://x.example/a.jpg' }],
  };
  bench.ingest.record([
    { accountID, eventType: 'Message', webhookID: null, body: JSON.stringify(body) },
  ]);
  void bench.ingest.applyRecorded();
  expect(bench.thread(bench.lead())).toMatchObject([{ attachments: [{ fileName: 'a.jpg' }] }]);
});

it('an early message is hidden only if it repeats the whole request', () => {
  const bench = testIngest();
  const description = 'The tap drips. '.repeat(40);
  const request = { ...(negotiation('1')['request'] as object), description };
  bench.deliver('NegotiationCreatedV4', negotiation('1', { createdAt: rfc(noon), request }));
  const deliverText = (id: string, text: string): void =>
    bench.deliver('MessageCreatedV4', message(id, '1', 'Customer', text, noon + 1_000));
  deliverText('m1', `${description}And the sink too.`);
  deliverText('m2', description);
  expect(bench.thread(bench.lead()).map(({ text }) => text)).toEqual([
    `${description}And the sink too.`,
  ]);
});
