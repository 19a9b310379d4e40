import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPartner } from './legacy-partner.ts';
import { openMarketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const leadTypes = [
  'AVAILABILITY',
  'CONTACT',
  'ESTIMATION',
  'CALL',
  'BOOKING',
  'PHONE_CONSULTATION',
  'INSTANT_BOOK',
  'SPONSORED',
  'INSTANT_CONSULT',
  'SERVICE_CALL',
  'FULFILLMENT',
  'REQUEST_A_QUOTE',
  'MISMATCH_REQUEST_A_QUOTE',
] as const;

/** Time zone of seed 1's customers. */
const timeZone = 'America/New_York';

/** The Lead table of the specification and its attachments, and nothing else. */
const text = z.string().min(1);
const leadTable = z.strictObject({
  leadID: text,
  createTimestamp: z.string().regex(/^\d{10}$/),
  request: z.strictObject({
    requestID: text,
    category: text,
    title: text,
    description: text.optional(),
    schedule: text.optional(),
    location: z.strictObject({
      city: text,
      state: z.string().regex(/^[A-Z]{2}$/),
      zipCode: z.string().regex(/^\d{5}$/),
    }),
    travelPreferences: text,
    details: z.array(z.strictObject({ question: text, answer: text })).optional(),
    attachments: z
      .array(z.object({ fileName: text, url: z.url() }))
      .min(1)
      .optional(),
  }),
  customer: z.strictObject({ customerID: text, name: text, phone: text.optional() }),
  business: z.strictObject({ businessID: text, name: text }),
  price: text.optional(),
  leadType: z.enum(leadTypes).optional(),
  leadPrice: text.nullable().optional(),
  chargeState: z.literal('Charged').nullable().optional(),
});
type Lead = z.infer<typeof leadTable>;

/** The v4 record of the same lead, from the control interface. */
interface Record {
  readonly negotiationID: string;
  readonly createdAt: string;
  readonly customer: {
    readonly firstName: string;
    readonly lastName: string;
    readonly phone: string;
  };
  readonly business: { readonly businessID: string };
  readonly estimate: { readonly total?: string | null };
  readonly request: {
    readonly proposedTimes?: readonly { readonly start: string }[] | null;
    readonly booking?: { readonly start: string } | null;
  };
}

interface Sent {
  readonly lead: Lead;
  readonly record: Record;
}

const count = 400;

/** Creates leads of eight connected businesses and returns the calls to the partner. */
async function sendLeads(): Promise<readonly Sent[]> {
  const market = await openMarketplace({ businesses: 8, leads: 0 });
  const receiver = await openReceiver();
  const { url } = receiver;
  await market.control('POST', '/partner', { baseUrl: url, username: 'a', password: 'b' });
  const partner = createPartner(market);
  for (const { businessID } of market.ready.businesses) await partner.connect(businessID);
  const records = new Map<string, Record>();
  for (let i = 0; i < count; i++) {
    const { businessID } = market.ready.businesses[i % 8] ?? { businessID: '' };
    const record = (await market.control('POST', '/leads', { businessID })) as Record;
    records.set(record.negotiationID, record);
  }
  return (await receiver.atLeast(count)).map(({ body }) => {
    const lead = body as Lead;
    return { lead, record: records.get(lead.leadID) as Record };
  });
}

let sending: Promise<readonly Sent[]> | undefined;
/** Sent once, for all tests. */
const getSent = () => (sending ??= sendLeads());

const splitSchedule = ({ lead }: Sent) => lead.request.schedule?.split('\n') ?? [];
/** Leads with the usual form of schedule. */
const listScheduled = async () => (await getSent()).filter((it) => splitSchedule(it).length === 3);

const monthAndDay = '[A-Z][a-z]{2} \\d{1,2}';
const time = '\\d{1,2}:[03]0 [AP]M';
const range = `${time} - ${time}`;

/** The total of the v4 record; unknown ones are empty, null or "N/A". */
const getTotal = ({ estimate: { total } }: Sent['record']) =>
  total && total !== 'N/A' ? total : undefined;

describe('Of four hundred leads that are sent to the partner', () => {
  test('each has the fields of the Lead table and no other', async () => {
    const leads = await getSent();
    expect(leads).toHaveLength(count);
    for (const { lead } of leads) expect(leadTable.safeParse(lead).error?.issues).toBeUndefined();
  });

  test('each matches the v4 record of the lead', async () => {
    for (const { lead, record } of await getSent())
      expect({
        id: lead.leadID,
        created: Number(lead.createTimestamp),
        name: lead.customer.name,
        business: lead.business.businessID,
        price: getTotal(record) ? lead.price : undefined,
      }).toEqual({
        id: record.negotiationID,
        created: Math.floor(Date.parse(record.createdAt) / 1000),
        name: `${record.customer.firstName.trim()} ${record.customer.lastName}`,
        business: record.business.businessID,
        price: getTotal(record),
      });
  });

  test.each(leadTypes)('some are of the type %s', async (type) => {
    expect((await getSent()).map(({ lead }) => lead.leadType)).toContain(type);
  });

  test('most have the customer’s phone, and some unknown ones are missing', async () => {
    const leads = await getSent();
    const known = leads.filter(({ lead }) => lead.customer.phone !== undefined);
    for (const { lead, record } of known) expect(lead.customer.phone).toBe(record.customer.phone);
    expect(known.length).toBeGreaterThan(count / 2);
    expect(known.length).toBeLessThan(count);
  });

  test('most have an estimate of the price, and some have none', async () => {
    const leads = await getSent();
    const estimated = leads.filter(({ lead }) => lead.price !== undefined);
    expect(estimated.length).toBeGreaterThan(count / 2);
    expect(estimated.length).toBeLessThan(count);
  });

  test('none has a lead price or a charge state yet', async () => {
    for (const { lead } of await getSent())
      expect(lead).toMatchObject({ leadPrice: null, chargeState: null });
  });

  test.each([
    ['first', 'a date', 0, '\\d{1,2}/\\d{1,2}/\\d{4}'],
    ['first', 'a month and day', 0, monthAndDay],
    ['first', 'several comma-separated dates', 0, `${monthAndDay}(, ${monthAndDay})+`],
    ['second', 'an exact time', 1, time],
    ['second', 'one time range', 1, range],
    ['second', 'several comma-separated ranges', 1, `${range}(, ${range})+`],
    ['third', 'a number of hours', 2, '\\d+ hours?'],
  ])('the %s line of some schedules is %s', async (_which, _form, line, pattern) => {
    const texts = (await listScheduled()).map((it) => splitSchedule(it)[line]);
    expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^${pattern}$`)));
  });

  test('every line of a three-line schedule has one of these forms', async () => {
    const dates = `(\\d{1,2}/\\d{1,2}/\\d{4}|${monthAndDay}(, ${monthAndDay})*)`;
    const form = new RegExp(`^${dates}\n(${time}|${range}(, ${range})*)\n\\d+ hours?$`);
    for (const { lead } of await listScheduled()) expect(lead.request.schedule).toMatch(form);
  });

  test('a schedule names the days that the v4 record names', async () => {
    for (const it of await listScheduled()) {
      const { booking, proposedTimes } = it.record.request;
      const starts = booking ? [booking] : (proposedTimes ?? []);
      const formatDays = (zone: string | undefined, times: readonly string[]) => [
        ...new Set(
          times.map((start) =>
            new Date(start).toLocaleDateString('en-US', {
              ...(zone ? { timeZone: zone } : {}),
              month: 'short',
              day: 'numeric',
            }),
          ),
        ),
      ];
      const days = (splitSchedule(it)[0] ?? '').split(', ');
      expect(formatDays(undefined, days)).toEqual(
        formatDays(
          timeZone,
          starts.map(({ start }) => start),
        ),
      );
    }
  });

  test('a schedule without a proposed time has another form or is missing', async () => {
    const open = (await getSent()).filter(
      ({ record: { request } }) => !request.booking && !request.proposedTimes,
    );
    expect(new Set(open.map((it) => splitSchedule(it).length))).toEqual(new Set([0, 1, 2]));
  });
});
