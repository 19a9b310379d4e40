/** Findings from the second round of recorded payloads. */
import { describe, expect, it } from 'vitest';
import { toRow } from '../../../../../main/engine/platform/store/ids.ts';
import { detailsOf } from '../../support/readers.ts';
import { legacyIngest, testIngest, type Bench } from '../../support/ingest.ts';
import * as legacy from '../../support/legacy-records.ts';
import { message, negotiation, rfc } from '../../support/records.ts';
import { accountID, noon } from '../../support/store.ts';

const details = (bench: Bench) => detailsOf(bench.store, toRow(bench.lead().leadID) ?? 0);

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
  bench.ingest.applyNegotiations(accountID, [negotiation('1', { estimate })], 'poll');
  expect(details(bench)?.estimate).toMatchObject({ total: null });
  const more = { type: 'MoreInfo', total: '$0.00', pricePerUnit: '0.00', unitQuantity: 0 };
  bench.ingest.applyNegotiations(accountID, [negotiation('1', { estimate: more })], 'poll');
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
  bench.ingest.applyNegotiations(accountID, [negotiation('1', { chargeState: 'Charged' })], 'poll');
  const later = negotiation('1', { status: 'Picked', leadPrice: '', chargeState: undefined });
  bench.ingest.applyNegotiations(accountID, [JSON.parse(JSON.stringify(later))], 'poll');
  expect(bench.lead()).toMatchObject({ status: 'Picked', price: null });
  expect(details(bench)?.chargeState).toBe('Charged');
});

describe('a later answer that lacks fields within an object', () => {
  const home = { address1: '12 Elm St', address2: 'Apt 4', city: 'Austin', state: 'TX' };
  const files = [{ fileName: 'sink.jpg', mimeType: 'image/jpeg', url: 'https://x.example/1.jpg' }];
  const whole = negotiation('1', {
    leadPriceBreakdown: { subtotal: '$23.00', salesTax: '$2.00' },
    business: { businessID: 'b1', name: 'Ace', phoneNumber: '+15125550177', accessCode: '4242' },
    request: {
      requestID: 'r1',
      description: 'The sink drips',
      category: { categoryID: 'k1', name: 'Plumbing' },
      location: home,
      details: [
        { question: 'When?', answer: 'Soon' },
        { question: 'Pets?', answer: 'A cat' },
      ],
      booking: { start: rfc(noon), duration: 60 },
      attachments: files,
    },
    estimate: { type: 'Hourly', pricePerUnit: '$50.00', unitQuantity: 2, unitName: 'hour' },
  });
  const detailsAfter = (more: Record<string, unknown>) => {
    const bench = testIngest();
    const business = { businessID: 'b1', name: 'Ace' };
    for (const record of [whole, negotiation('1', { business, ...more })])
      bench.ingest.applyNegotiations(accountID, [record], 'poll');
    return details(bench);
  };

  it('keeps the access code, the files and the category of the request', () => {
    const request = { requestID: 'r1', description: 'The sink leaks', details: [] };
    expect(detailsAfter({ request })).toMatchObject({
      row: { category: 'Plumbing' },
      businessPhone: '+15125550177',
      accessCode: '4242',
      request: { description: 'The sink leaks', details: [], location: home, attachments: files },
      priceParts: { subtotal: { cents: 2_300 }, salesTax: { cents: 200 } },
      estimate: { type: 'Hourly', unitQuantity: 2 },
    });
  });

  it('keeps the street where the rest of the address is the same', () => {
    const location = { city: 'Austin', state: 'TX', zipCode: '78701' };
    const request = { requestID: 'r1', location };
    expect(detailsAfter({ request })?.request.location).toEqual({ ...home, zipCode: '78701' });
  });

  it('mixes no two addresses, bookings, estimates or prices', () => {
    const location = { address1: '9 Oak Ave', city: 'Austin', state: 'TX' };
    const request = { requestID: 'r1', location, booking: { start: rfc(noon + 60_000) } };
    const more = { request, estimate: { type: 'Fixed', total: '$90.00' }, leadPrice: '$30.00' };
    expect(detailsAfter(more)).toMatchObject({
      request: {
        location: { address1: '9 Oak Ave', address2: '' },
        booking: { start: noon + 60_000, end: null },
      },
      estimate: { type: 'Fixed', pricePerUnit: null, unitQuantity: null, unitName: '' },
      priceParts: null,
    });
  });

  it('mixes no two requests, and no number with the access code of another', () => {
    const business = { businessID: 'b1', name: 'Ace', phoneNumber: '+15125550188' };
    expect(detailsAfter({ business, request: { requestID: 'r2' } })).toMatchObject({
      businessPhone: '+15125550188',
      accessCode: null,
      request: { description: '', attachments: [], booking: null },
    });
  });

  it('clears a field with null or an empty text', () => {
    const business = { businessID: 'b1', accessCode: null };
    const request = { requestID: 'r1', description: '', attachments: null };
    expect(detailsAfter({ business, request })).toMatchObject({
      businessPhone: '+15125550177',
      accessCode: null,
      request: { description: '', attachments: [], location: home },
    });
  });
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
