/** Gaps and irregularities of seeded leads, as in production. */
import { describe, expect, test } from 'vitest';
import { openMarketplace } from './marketplace.ts';

type Json = string | number | null | undefined;
interface Lead {
  readonly negotiationID: string;
  readonly leadPrice?: Json;
  readonly chargeState: string;
  readonly customer: { readonly firstName: string; readonly lastName: string };
  readonly business: {
    readonly imageURL?: Json;
    readonly phoneNumber?: Json;
    readonly accessCode?: Json;
  };
  readonly request: {
    readonly requestID: Json;
    readonly description?: Json;
    readonly location: { readonly address1?: Json; readonly address2?: Json };
    readonly details: readonly { readonly answer: string | readonly string[] }[];
    readonly proposedTimes?: readonly { readonly start: string; readonly end?: Json }[] | null;
    readonly booking?: object | null;
  };
  readonly estimate: {
    readonly type: string;
    readonly pricePerUnit?: string;
    readonly unitQuantity?: number;
    readonly unitName?: string;
    readonly total?: Json;
  };
}

async function readAll(): Promise<readonly Lead[]> {
  const market = await openMarketplace({ businesses: 8, leads: 400, listNegotiations: true });
  const tokens = await market.connect();
  const all: Lead[] = [];
  for (const { businessID } of market.ready.businesses) {
    const path = `/v4/businesses/${businessID}/negotiations?limit=100`;
    all.push(...((await market.call(tokens, 'GET', path)).json as { data: Lead[] }).data);
  }
  const [first] = all;
  const again = await market.call(tokens, 'GET', `/v4/negotiations/${first?.negotiationID}`);
  expect(again.json).toEqual(first);
  return all;
}

let reading: Promise<readonly Lead[]> | undefined;
/** Fetched once, for all tests. */
const leads = () => (reading ??= readAll());
const share = async (is: (lead: Lead) => boolean) => {
  const all = await leads();
  return all.filter(is).length / all.length;
};

describe('Of four hundred leads', () => {
  test.each<[string, (lead: Lead) => Json]>([
    ['description', ({ request }) => request.description],
    ['price', ({ leadPrice }) => leadPrice],
    ['street', ({ request }) => request.location.address1],
  ])('about a third have no %s, some an empty one and some none', async (_what, of) => {
    const missing = await share((lead) => !of(lead));
    expect(missing).toBeGreaterThan(0.25);
    expect(missing).toBeLessThan(0.45);
    expect(await share((lead) => of(lead) === '')).toBeGreaterThan(0.1);
    expect(await share((lead) => of(lead) === undefined)).toBeGreaterThan(0);
  });

  test('empty prices are pending, and pending ones are mostly empty', async () => {
    for (const { leadPrice, chargeState } of await leads())
      if (leadPrice === '') expect(chargeState).toBe('Pending');
    const pending = (await leads()).filter(({ chargeState }) => chargeState === 'Pending');
    const empty = pending.filter(({ leadPrice }) => leadPrice === '');
    expect(empty.length).toBeGreaterThan(pending.length / 2);
  });

  test('many estimates have a bare price, the quantity 0 and no unit', async () => {
    const bare = (await leads()).filter(({ estimate }) => estimate.unitQuantity === 0);
    expect(bare.length).toBeGreaterThan(100);
    for (const { estimate } of bare) {
      expect(estimate.unitName).toBe('');
      expect(estimate.pricePerUnit).toMatch(/^(\d+\.\d\d)?$/);
    }
    expect(bare.some(({ estimate }) => estimate.pricePerUnit === '')).toBe(true);
    expect(await share(({ estimate }) => (estimate.unitQuantity ?? 0) > 0)).toBeGreaterThan(0.1);
  });

  test.each<[string, (lead: Lead) => Json]>([
    ['second line of the address', ({ request }) => request.location.address2],
    ['picture of the business', ({ business }) => business.imageURL],
    ['number of the business', ({ business }) => business.phoneNumber],
  ])('the %s is sometimes there, sometimes empty and sometimes left out', async (_what, of) => {
    for (const is of [Boolean, (value: Json) => value === '', (value: Json) => value === undefined])
      expect(await share((lead) => is(of(lead)))).toBeGreaterThan(0.02);
  });

  test('some totals are "N/A", even with a bare price of "0.00"', async () => {
    const unknown = (await leads()).filter(({ estimate }) => estimate.total === 'N/A');
    expect(unknown.length).toBeGreaterThan(10);
    const more = unknown.filter(({ estimate }) => estimate.type === 'MoreInfo');
    expect(more.length).toBeGreaterThan(3);
    for (const { estimate } of more)
      expect(estimate).toMatchObject({ pricePerUnit: '0.00', unitQuantity: 0, unitName: '' });
  });

  test('a few first names have a trailing space', async () => {
    expect(await share(({ customer }) => customer.firstName.endsWith(' '))).toBeGreaterThan(0.02);
    expect(await share(({ customer }) => customer.firstName.endsWith(' '))).toBeLessThan(0.15);
    expect(await share(({ customer }) => customer.firstName.trim() === '')).toBe(0);
  });

  test('only businesses with a marketplace number have an access code', async () => {
    for (const { business } of await leads())
      expect(Boolean(business.accessCode)).toBe(Boolean(business.phoneNumber));
    expect(await share(({ business }) => Boolean(business.accessCode))).toBeGreaterThan(0.1);
  });

  test('line breaks in descriptions are always CR LF', async () => {
    const texts = (await leads()).flatMap(({ request }) => String(request.description ?? ''));
    const broken = texts.filter((text) => text.includes('\n'));
    expect(broken.length).toBeGreaterThan(20);
    for (const text of broken) expect(text).toMatch(/^([^\r\n]*\r\n)+[^\r\n]+$/);
  });

  test.each<[string, (lead: Lead) => boolean]>([
    ['a number for a text', ({ request }) => typeof request.location.address1 === 'number'],
    ['a number for an id', ({ request }) => typeof request.requestID === 'number'],
    [
      'a list for a value',
      ({ request }) => request.details.some(({ answer }) => typeof answer !== 'string'),
    ],
    ['null for what is absent', ({ request }) => request.booking === null],
  ])('a few have %s', async (_what, is) => {
    expect(await share(is)).toBeGreaterThan(0);
    expect(await share(is)).toBeLessThan(0.1);
  });
});

describe('Customers’ proposed times', () => {
  /** Time zone of seed 1's customers. */
  const timeZone = 'America/New_York';
  /** All windows of all leads, in the customer's local time. */
  const windows = async () =>
    (await leads()).flatMap(({ request: { proposedTimes } }) => {
      const clock = (time: string) =>
        new Date(time).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });
      return (proposedTimes ?? []).map(({ start, end }) => ({
        from: clock(start),
        until: end ? clock(String(end)) : undefined,
        hours: end ? (Date.parse(String(end)) - Date.parse(start)) / 3_600_000 : undefined,
      }));
    });

  test('some are up to 35, and some one', async () => {
    const counts = (await leads()).map(({ request }) => request.proposedTimes?.length ?? 0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(35);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(30);
    expect(counts).toContain(1);
  });

  test.each<[string, (window: Awaited<ReturnType<typeof windows>>[number]) => boolean]>([
    ['whole days', ({ from, until }) => from === '00:00' && until === '00:00'],
    ['half hours', ({ hours }) => hours === 0.5],
    ['over midnight', ({ from, until }) => from >= '20:00' && until === '02:00'],
    ['without an end', ({ until }) => until === undefined],
    ['a few hours of a working day', ({ from, until = '' }) => from >= '08:00' && until <= '16:00'],
  ])('some are %s', async (_what, is) => {
    expect((await windows()).filter(is).length).toBeGreaterThan(5);
  });
});
