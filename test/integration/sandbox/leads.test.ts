import { describe, expect, test } from 'vitest';
import { openMarketplace, type Marketplace, type TestLead } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

async function createLead(market: Marketplace, body: object = {}) {
  return (await market.control('POST', '/leads', body)) as {
    negotiationID: string;
    [field: string]: unknown;
  };
}

test('A professional’s businesses and profile are served with and without /api', async () => {
  const market = await openMarketplace({ businesses: 5 });
  const tokens = await market.connect();
  const answer = await market.call(tokens, 'GET', '/api/v4/businesses');
  expect(answer.json).toEqual({
    data: market.ready.businesses.map(({ businessID, name }) => ({
      businessID,
      name,
      imageURL: `${market.ready.baseUrl}/images/businesses/${businessID}.png`,
    })),
    pagination: { limit: expect.any(Number) as number },
  });
  expect((await market.call(tokens, 'GET', '/v4/businesses')).json).toEqual(answer.json);
  expect((await market.call(tokens, 'GET', '/v4/businesses/?limit=2')).json).toMatchObject({
    data: { length: 2 },
    pagination: { limit: 2 },
  });
  expect((await market.call(tokens, 'GET', '/v4/businesses?limit=0')).status).toBe(400);
  expect((await market.call(tokens, 'GET', '/v4/users/self')).json).toEqual({
    userID: market.ready.user.userID,
    email: expect.stringContaining('@') as string,
    firstName: expect.any(String) as string,
    lastName: expect.any(String) as string,
  });
});

test('Every picture in a record exists', async () => {
  const market = await openMarketplace();
  const { business } = market;
  const answer = await market.call(
    { access_token: 'none' },
    'GET',
    `/images/businesses/${business}.png`,
  );
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
});

test('Every call requires a live token', async () => {
  const market = await openMarketplace();
  const legacy = (await market.legacyConnect(market.business)).json as { access_token: string };
  for (const tokens of [{ access_token: 'made-up' }, legacy])
    expect((await market.call(tokens, 'GET', '/v4/businesses')).status).toBe(401);
});

describe('A lead', () => {
  test('is read by its id, unless it belongs to another user or does not exist', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const lead = await createLead(market, {
      businessID: market.business,
      customer: { firstName: 'Ada', lastName: 'Byron', phone: '5125550100' },
      category: 'Interior Painting',
      description: 'Paint the study, please.',
    });
    expect(lead).toMatchObject({
      negotiationID: expect.stringMatching(/^\d{18}$/) as string,
      status: 'Open',
      chargeState: expect.stringMatching(/^(Created|Pending)$/) as string,
      customer: { firstName: 'Ada', lastName: 'Byron', phone: '5125550100' },
      business: { businessID: market.business },
      request: {
        description: 'Paint the study, please.',
        category: { name: 'Interior Painting' },
        location: { zipCode: expect.stringMatching(/^\d{5}$/) as string },
      },
    });
    const read = (id: string) => market.call(tokens, 'GET', `/api/v4/negotiations/${id}`);
    expect((await read(lead.negotiationID)).json).toEqual(lead);
    const foreign = (await market.createTestLead()).json as TestLead;
    expect((await read(foreign.leadID)).status).toBe(403);
    expect((await read('400000000000000000')).status).toBe(404);
    expect((await read('__proto__')).status).toBe(404);
  });

  test('can be priced, charged, and given a status', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const { negotiationID } = await createLead(market);
    await market.control('POST', `/leads/${negotiationID}/price`, { leadPrice: '$31.50' });
    await market.control('POST', `/leads/${negotiationID}/status`, { status: 'Picked' });
    const { json } = await market.call(tokens, 'GET', `/v4/negotiations/${negotiationID}`);
    expect(json).toMatchObject({ leadPrice: '$31.50', chargeState: 'Charged', status: 'Picked' });
  });

  test('can have a different forwarding number in its event', async () => {
    // Depends on the seed for each lead.
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
      webhookURL: receiver.url,
      eventTypes: ['NegotiationCreatedV4'],
    });
    const leads = [];
    for (let i = 0; i < 12; i++)
      leads.push(await createLead(market, { businessID: market.business }));
    const getPhone = (record: unknown) =>
      (record as { customer: { phone: string } }).customer.phone;
    const inEvents = (await receiver.atLeast(12)).map(({ body }) =>
      getPhone((body as { data: unknown }).data),
    );
    expect(new Set(inEvents)).not.toEqual(new Set(leads.map(getPhone)));
  });
});

describe('The list of a business’s leads', () => {
  const list = (market: Marketplace, tokens: { access_token: string }, query = '') =>
    market.call(tokens, 'GET', `/api/v4/businesses/${market.business}/negotiations${query}`);

  test('exists only with its option', async () => {
    const market = await openMarketplace();
    expect((await list(market, await market.connect())).status).toBe(404);
  });

  test('is paged with the newest first, new leads before seeded ones', async () => {
    const market = await openMarketplace({ listNegotiations: true, businesses: 1, leads: 30 });
    const tokens = await market.connect();
    const added = [
      (await createLead(market)).negotiationID,
      (await createLead(market)).negotiationID,
    ].reverse();
    const ids: string[] = [];
    const times: string[] = [];
    let next: number | null = 0;
    while (next !== null) {
      const { json } = await list(market, tokens, `?limit=7&offset=${next}`);
      const page = json as {
        data: { negotiationID: string; createdAt: string }[];
        pagination: { limit: number; offset: number; next: number | null };
      };
      expect(page.pagination).toMatchObject({ limit: 7, offset: next });
      ids.push(...page.data.map(({ negotiationID }) => negotiationID));
      times.push(...page.data.map(({ createdAt }) => createdAt));
      next = page.pagination.next;
    }
    expect(new Set(ids).size).toBe(32);
    expect(ids.slice(0, 2)).toEqual(added);
    expect(times).toEqual([...times].sort().reverse());
    expect((await list(market, tokens)).json).toMatchObject({ pagination: { limit: 50 } });
  });

  test.each(['?limit=0', '?limit=101', '?limit=many', '?offset=-1'])(
    'refuses %s',
    async (query) => {
      const market = await openMarketplace({ listNegotiations: true });
      expect((await list(market, await market.connect(), query)).status).toBe(400);
    },
  );
});
