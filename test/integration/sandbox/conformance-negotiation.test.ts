/** The fields of the live negotiation record, over many leads. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openMarketplace } from './marketplace.ts';

const text = z.string().min(1);
const id = z.string().regex(/^\d+$/);
const time = z.iso.datetime();
const money = z.string().regex(/^\$\d[\d,]*\.\d\d$/);
/** Unknown values. */
const nothing = z.union([z.literal(''), z.null()]).optional();
/** Some texts are numbers. */
const odd = z.union([text, z.number(), nothing]);

const record = z.strictObject({
  negotiationID: id,
  createdAt: time,
  status: z.enum(['Open', 'Canceled', 'Picked']),
  leadPrice: z.union([money, nothing]),
  leadPriceBreakdown: z.strictObject({ subtotal: money, salesTax: money }).optional(),
  chargeState: z.enum(['Created', 'Pending', 'Charged', 'Refunded']),
  customer: z.strictObject({ customerID: id, firstName: text, lastName: text, phone: text }),
  business: z.strictObject({
    businessID: id,
    name: text,
    imageURL: z.union([z.url(), nothing]),
    phoneNumber: z.union([text, nothing]),
    accessCode: text.optional(),
  }),
  request: z.strictObject({
    requestID: z.union([id, z.number()]),
    customerID: id,
    description: z.union([text, nothing]),
    category: z.strictObject({ categoryID: id, name: text }),
    location: z.strictObject({
      address1: odd,
      address2: odd,
      city: text,
      state: z.string().regex(/^[A-Z]{2}$/),
      zipCode: z.string().regex(/^\d{5}$/),
    }),
    details: z.array(z.strictObject({ question: text, answer: z.union([text, z.array(text)]) })),
    proposedTimes: z
      .array(z.strictObject({ start: time, end: z.union([time, nothing]) }))
      .nullish(),
    booking: z.strictObject({ start: time, duration: z.number().positive() }).nullish(),
    travelPreferences: z.array(
      z.enum(['CustomerTravelToProvider', 'ProviderTravelToCustomer', 'Remote']),
    ),
    attachments: z
      .array(
        z.strictObject({
          fileName: text,
          fileSize: z.number().positive(),
          mimeType: text,
          url: z.url(),
          description: text.optional(),
        }),
      )
      .nullish(),
  }),
  estimate: z.strictObject({
    type: z.enum(['Fixed', 'PerUnit', 'OnSite', 'Hourly', 'MoreInfo']),
    pricePerUnit: z.union([money, z.string().regex(/^(\d+\.\d\d)?$/)]).optional(),
    unitQuantity: z.number().nonnegative().optional(),
    unitName: z.string().optional(),
    total: z.union([money, z.literal('N/A'), nothing]),
  }),
  refundDetails: z.unknown().optional(),
  requestReviewLink: z.url().optional(),
  refundRequestLink: z.url().optional(),
});
type Record = z.infer<typeof record>;

/** The leads of eight businesses, read one page after the other. */
async function readAll(): Promise<readonly unknown[]> {
  const market = await openMarketplace({ businesses: 8, leads: 400, listNegotiations: true });
  const tokens = await market.connect();
  const all: unknown[] = [];
  for (const { businessID } of market.ready.businesses)
    for (let offset: number | null = 0; offset !== null;) {
      const path = `/api/v4/businesses/${businessID}/negotiations?limit=100&offset=${offset}`;
      const { data, pagination } = (await market.call(tokens, 'GET', path)).json as {
        data: unknown[];
        pagination: { next: number | null };
      };
      all.push(...data);
      offset = pagination.next;
    }
  return all;
}

let reading: Promise<readonly unknown[]> | undefined;
/** Fetched once, for all tests. */
const leads = async () => (await (reading ??= readAll())) as readonly Record[];

test('Each of four hundred negotiations has the fields of the live record and no other', async () => {
  const all = await leads();
  expect(all).toHaveLength(400);
  for (const one of all) expect(record.safeParse(one).error?.issues).toBeUndefined();
});

test('Negotiations cover every status, charge state, estimate type and travel preference', async () => {
  const all = await leads();
  const seen = (values: readonly unknown[]) => [...new Set(values)].sort();
  expect(seen(all.map(({ status }) => status))).toEqual(['Canceled', 'Open', 'Picked']);
  expect(seen(all.map(({ chargeState }) => chargeState))).toEqual([
    'Charged',
    'Created',
    'Pending',
    'Refunded',
  ]);
  expect(seen(all.map(({ estimate }) => estimate.type))).toEqual(
    ['Fixed', 'PerUnit', 'OnSite', 'Hourly', 'MoreInfo'].sort(),
  );
  expect(seen(all.flatMap(({ request }) => request.travelPreferences))).toEqual([
    'CustomerTravelToProvider',
    'ProviderTravelToCustomer',
    'Remote',
  ]);
});

test('A negotiation has its price once it is known, and is refunded when canceled', async () => {
  for (const { chargeState, leadPrice, leadPriceBreakdown, status } of await leads()) {
    const isKnown = Boolean(leadPrice);
    expect(leadPriceBreakdown !== undefined).toBe(isKnown);
    if (chargeState === 'Created') expect(isKnown).toBe(false);
    if (!isKnown) expect(['Created', 'Pending']).toContain(chargeState);
    expect(chargeState === 'Refunded').toBe(status === 'Canceled');
  }
});

const cents = (shown: string | null = ''): number => Number(shown?.replace(/[^\d]/g, ''));

test('The parts of a price add up, and some include tax', async () => {
  const priced = (await leads()).flatMap(({ leadPrice, leadPriceBreakdown }) =>
    leadPriceBreakdown ? [{ leadPrice, ...leadPriceBreakdown }] : [],
  );
  for (const { leadPrice, subtotal, salesTax } of priced)
    expect(cents(subtotal) + cents(salesTax)).toBe(cents(leadPrice));
  expect(priced.some(({ salesTax }) => salesTax !== '$0.00')).toBe(true);
  expect(priced.some(({ salesTax }) => salesTax === '$0.00')).toBe(true);
});

test('A refund has details, and some businesses have a phone number and an access code', async () => {
  const all = await leads();
  for (const { chargeState, refundDetails } of all)
    expect(refundDetails !== undefined).toBe(chargeState === 'Refunded');
  const lines = all.map(({ business }) => [business.phoneNumber, business.accessCode]);
  expect(lines.every(([number, code]) => !number === !code)).toBe(true);
  expect(new Set(lines.map(([number]) => !number))).toEqual(new Set([true, false]));
});

test('Some negotiations have bookings, proposed times, attachments, HTML entities or multiple choices', async () => {
  const requests = (await leads()).map(({ request }) => request);
  const answers = requests.flatMap(({ details }) => details.flatMap(({ answer }) => answer));
  for (const some of [
    requests.filter(({ booking }) => booking),
    requests.filter(({ proposedTimes }) => proposedTimes),
    requests.filter(({ attachments }) => attachments),
    answers.filter((answer) => /&\w+;|&#\d+;/.test(answer)),
    answers.filter((answer) => answer.includes(', ')),
  ])
    expect(some.length).toBeGreaterThan(0);
});
