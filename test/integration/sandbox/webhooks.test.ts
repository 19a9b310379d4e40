import { describe, expect, test } from 'vitest';
import {
  formatBasic,
  openMarketplace,
  type Marketplace,
  type TestLead,
  type Tokens,
} from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const both = ['NegotiationCreatedV4', 'MessageCreatedV4'];

async function register(
  market: Marketplace,
  tokens: Tokens,
  body: object,
  base = `/api/v4/businesses/${market.business}/webhooks`,
) {
  const answer = await market.call(tokens, 'POST', base, body);
  expect(answer.status).toBe(201);
  return answer.json as { webhookID: string };
}

describe.each([
  [
    'business',
    (market: Marketplace) => `/api/v4/businesses/${market.business}/webhooks`,
    (market: Marketplace) => ({ businessID: market.business }),
    'MessageCreatedV4',
  ],
  [
    'user',
    () => '/api/v4/users/webhooks',
    (market: Marketplace) => ({ userID: market.ready.user.userID }),
    'MessageCreated',
  ],
])('A %s webhook', (_kind, baseOf, ownerOf, eventType) => {
  test('can be created, read, listed, disabled and deleted', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const base = baseOf(market);
    const created = await market.call(tokens, 'POST', base, {
      webhookURL: 'http://127.0.0.1:9/hook',
      eventTypes: [eventType],
      enabled: true,
      auth: { username: 'hook', password: 'secret' },
    });
    const { webhookID } = created.json as { webhookID: string };
    const record = {
      webhookID: expect.stringMatching(/^\d{18}$/) as string,
      webhookURL: 'http://127.0.0.1:9/hook',
      enabled: true,
      authType: 'Basic',
      ...ownerOf(market),
      eventTypes: [eventType],
    };
    expect(created.json).toEqual(record);
    expect((await market.call(tokens, 'GET', `${base}/${webhookID}`)).json).toEqual(record);
    expect((await market.call(tokens, 'GET', base)).json).toEqual({
      data: [record],
      pagination: { limit: expect.any(Number) as number },
    });
    expect(
      (await market.call(tokens, 'PUT', `${base}/${webhookID}`, { enabled: false })).json,
    ).toEqual({ ...record, enabled: false });
    expect((await market.call(tokens, 'DELETE', `${base}/${webhookID}/auth`)).status).toBe(204);
    expect((await market.call(tokens, 'GET', `${base}/${webhookID}`)).json).toMatchObject({
      authType: 'None',
    });
    expect(
      (
        await market.call(tokens, 'PUT', `${base}/${webhookID}/auth`, {
          headerName: 'x-hook-key',
          headerValue: 'abc',
        })
      ).json,
    ).toMatchObject({ authType: 'CustomHeader' });
    expect((await market.call(tokens, 'DELETE', `${base}/${webhookID}`)).status).toBe(204);
    expect((await market.call(tokens, 'GET', `${base}/${webhookID}`)).status).toBe(404);
  });

  test.each([
    ['no address', { webhookURL: undefined }],
    ['an address that is none', { webhookURL: 'nowhere' }],
    ['an address of another kind', { webhookURL: 'ftp://example.com/' }],
    ['no event kinds', { eventTypes: [] }],
    ['an unknown event kind', { eventTypes: ['SomethingHappened'] }],
    ['enabled that is no boolean', { enabled: 'yes' }],
    ['half of the credentials', { auth: { username: 'only' } }],
  ])('is rejected with %s', async (_what, changes) => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const answer = await market.call(tokens, 'POST', baseOf(market), {
      webhookURL: 'https://example.com/hook',
      eventTypes: [eventType],
      ...changes,
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      status: 400,
      errors: [{ field: expect.any(String) as string }],
    });
  });
});

test('A webhook without https is rejected where https is required', async () => {
  const market = await openMarketplace({ requireHttpsWebhooks: true });
  const tokens = await market.connect();
  const base = `/v4/businesses/${market.business}/webhooks`;
  const to = (webhookURL: string) =>
    market.call(tokens, 'POST', base, { webhookURL, eventTypes: both });
  expect((await to('http://127.0.0.1:9/')).status).toBe(400);
  expect((await to('https://127.0.0.1:9/')).status).toBe(201);
});

test('A webhook of another user’s business is forbidden, one of an unknown business is not found', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const foreign = (await market.createTestLead()).json as TestLead;
  const list = (businessID: string) =>
    market.call(tokens, 'GET', `/v4/businesses/${businessID}/webhooks`);
  expect((await list(foreign.business.businessID)).status).toBe(403);
  expect((await list('400000000000000000')).status).toBe(404);
});

describe('An event', () => {
  test('contains the full lead, then both sides’ messages, in the envelope', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    const { webhookID } = await register(market, tokens, {
      webhookURL: `${receiver.url}/hook`,
      eventTypes: both,
    });
    const lead = (await market.control('POST', '/leads', {
      businessID: market.business,
      customer: { firstName: 'Ada', phone: '5125550100' },
    })) as { negotiationID: string };
    await receiver.atLeast(1);
    const { negotiationID } = lead;
    const asked = (await market.control('POST', `/leads/${negotiationID}/messages`, {
      text: 'Hello?',
    })) as { customer: object };
    await receiver.atLeast(2);
    const sent = await market.call(tokens, 'POST', `/v4/negotiations/${negotiationID}/messages`, {
      text: 'Hi Ada!',
    });
    const answered = sent.json as { business: object };
    expect(asked).not.toHaveProperty('business');
    expect(answered).not.toHaveProperty('customer');
    const parties = { customer: asked.customer, business: answered.business };
    const received = await receiver.atLeast(3);
    // Its delivery may lack the field.
    const hasAttachments = 'attachments' in (received[2]?.body as { data: object }).data;
    const envelope = (eventType: string, data: unknown) => ({
      event: {
        eventType,
        description: expect.any(String) as string,
        webhookID,
        triggeredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
      data,
    });
    expect(received.map(({ method, path, body }) => ({ method, path, body: body }))).toEqual(
      [
        envelope('NegotiationCreatedV4', lead),
        envelope('MessageCreatedV4', { ...asked, ...parties }),
        envelope('MessageCreatedV4', {
          ...answered,
          ...parties,
          ...(hasAttachments ? {} : { attachments: undefined }),
        }),
      ].map((body) => ({ method: 'POST', path: '/hook', body })),
    );
  });

  test('goes only to enabled webhooks of its business that subscribe to its kind', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    const other = market.ready.businesses[1]?.businessID ?? '';
    const to = (path: string) => receiver.url + path;
    await register(market, tokens, { webhookURL: to('/leads'), eventTypes: [both[0]] });
    await register(market, tokens, { webhookURL: to('/off'), eventTypes: both, enabled: false });
    await register(
      market,
      tokens,
      { webhookURL: to('/other'), eventTypes: both },
      `/v4/businesses/${other}/webhooks`,
    );
    await register(
      market,
      tokens,
      { webhookURL: to('/user'), eventTypes: ['MessageCreated'] },
      '/v4/users/webhooks',
    );
    const { negotiationID } = (await market.control('POST', '/leads', {
      businessID: market.business,
    })) as { negotiationID: string };
    await receiver.atLeast(1);
    await market.control('POST', `/leads/${negotiationID}/messages`, { text: 'Hello?' });
    await receiver.atLeast(2);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/leads', '/user']);
    expect(await market.control('GET', '/deliveries')).toMatchObject({
      data: [{ eventType: 'NegotiationCreatedV4' }, { eventType: 'MessageCreated' }],
    });
  });

  test('carries the webhook’s credentials', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    const hook = (path: string, auth?: object) =>
      register(market, tokens, {
        webhookURL: receiver.url + path,
        eventTypes: both,
        ...(auth ? { auth } : {}),
      });
    await hook('/none');
    await hook('/basic', { username: 'hook', password: 'p:w' });
    await hook('/header', { headerName: 'x-hook-key', headerValue: 'abc' });
    await market.control('POST', '/leads', { businessID: market.business });
    await receiver.atLeast(3);
    const of = (path: string) => receiver.received.find((it) => it.path === path)?.headers ?? {};
    expect(of('/none')['authorization']).toBeUndefined();
    expect(of('/basic')['authorization']).toBe(formatBasic('hook', 'p:w'));
    expect(of('/header')['x-hook-key']).toBe('abc');
  });

  test('can be a test negotiation, recognizable by its names only', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    await register(market, tokens, { webhookURL: receiver.url, eventTypes: both });
    const base = `/api/v4/businesses/${market.business}/webhooks`;
    expect((await market.call(tokens, 'POST', `${base}/test-negotiation`)).status).toBe(200);
    const [delivery] = await receiver.atLeast(1);
    expect(delivery?.body).toMatchObject({
      event: { eventType: 'NegotiationCreatedV4' },
      data: {
        business: { name: 'Test Business for Webhooks' },
        customer: { firstName: 'Test', lastName: 'Customer', phone: '1234567890' },
      },
    });
  });

  test('of a test negotiation names an unknown business and the account’s own in turn', async () => {
    const market = await openMarketplace({ businesses: 8 });
    const tokens = await market.connect();
    const receiver = await openReceiver();
    await register(market, tokens, { webhookURL: receiver.url, eventTypes: both });
    const base = `/api/v4/businesses/${market.business}/webhooks`;
    const own = market.ready.businesses.map(({ businessID }) => businessID);
    const statuses = { own: new Set<number>(), nobodys: new Set<number>() };
    for (let count = 1; count <= 12; count++) {
      await market.call(tokens, 'POST', `${base}/test-negotiation`);
      const { data } = (await receiver.atLeast(count))[count - 1]?.body as {
        data: { negotiationID: string; business: { businessID: string; name: string } };
      };
      const isOwn = count % 2 === 0;
      expect(own.includes(data.business.businessID)).toBe(isOwn);
      if (isOwn) expect(data.business.businessID).toBe(market.business);
      expect(data.business.name).toBe('Test Business for Webhooks');
      const lead = `/v4/negotiations/${data.negotiationID}`;
      const { status } = await market.call(tokens, 'GET', lead);
      expect((await market.call(tokens, 'GET', `${lead}/messages`)).status).toBe(status);
      statuses[isOwn ? 'own' : 'nobodys'].add(status);
    }
    expect([...statuses.nobodys].sort()).toEqual([403, 404]);
    expect([...statuses.own]).toEqual([404]);
  });

  test('of the business’s own message names both sides, with or without attachments', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const receiver = await openReceiver();
    await register(market, tokens, { webhookURL: receiver.url, eventTypes: [both[1]] });
    const { negotiationID } = (await market.control('POST', '/leads', {
      businessID: market.business,
    })) as { negotiationID: string };
    const withField = new Set<boolean>();
    for (let count = 1; count <= 12; count++) {
      await market.call(tokens, 'POST', `/v4/negotiations/${negotiationID}/messages`, {
        text: `Hi, ${count}`,
      });
      const { data } = (await receiver.atLeast(count))[count - 1]?.body as { data: object };
      expect(data).toMatchObject({ from: 'Business', customer: {}, business: {} });
      withField.add('attachments' in data);
    }
    expect(withField).toEqual(new Set([true, false]));
  });
});
