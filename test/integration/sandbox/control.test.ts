import { describe, expect, test } from 'vitest';
import { createPartner } from './legacy-partner.ts';
import { sendRequest, openMarketplace, type Marketplace } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

const businesses = '/api/v4/businesses';

test('The control interface requires its token', async () => {
  const market = await openMarketplace();
  const url = `${market.ready.control.url}/stats`;
  expect((await sendRequest(url)).status).toBe(401);
  expect((await sendRequest(url, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
});

test.each([
  ['/leads', { customer: 'Ada' }],
  ['/leads', { businessID: 7 }],
  ['/partner', { baseUrl: 'nowhere', username: 'a', password: 'b' }],
  ['/faults', { drop: 'sometimes' }],
  ['/deliveries/policy', { duplicate: 2 }],
  ['/quick-replies', {}],
  ['/quick-replies', { enabled: true, text: '' }],
  ['/clock', {}],
  ['/clock', { advanceSeconds: -1 }],
])('An invalid body for %s is rejected: %j', async (path, json) => {
  const market = await openMarketplace();
  const { url, token } = market.ready.control;
  const answer = await sendRequest(url + path, {
    json,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(400);
});

test('A lead or user that does not exist is not found', async () => {
  const market = await openMarketplace();
  const { url, token } = market.ready.control;
  const post = async (path: string, json: object) =>
    (await sendRequest(url + path, { json, headers: { authorization: `Bearer ${token}` } })).status;
  expect(await post('/leads', { businessID: '1' })).toBe(404);
  expect(await post('/quick-replies', { businessID: '1', enabled: true })).toBe(404);
  expect(await post('/leads/1/messages', { text: 'Hi' })).toBe(404);
  expect(await post('/tokens/revoke', { userID: '1' })).toBe(404);
});

describe('A fault', () => {
  test('replaces the response to the next matching request only', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', {
      match: { method: 'get', path: businesses },
      status: 502,
      body: { error: 'proxy_oauth_failed' },
      headers: { 'x-gateway': 'g1' },
    });
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
    const first = await market.call(tokens, 'GET', businesses);
    expect([first.status, first.json, first.headers['x-gateway']]).toEqual([
      502,
      { error: 'proxy_oauth_failed' },
      'g1',
    ]);
    expect((await market.call(tokens, 'GET', businesses)).status).toBe(200);
  });

  test('ends when the faults are cleared, with occurrences left', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    for (const status of [502, 503])
      await market.control('POST', '/faults', { status, times: 1_000_000_000 });
    expect((await market.call(tokens, 'GET', businesses)).status).toBe(502);
    await market.control('POST', '/faults/clear');
    expect((await market.call(tokens, 'GET', businesses)).status).toBe(200);
  });

  test('occurs the requested number of times, on both forms of the path', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', { match: { path: businesses }, times: 2, status: 503 });
    const statuses = [];
    for (const path of [businesses, '/v4/businesses', businesses])
      statuses.push((await market.call(tokens, 'GET', path)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  test('can be an empty 202 and can be HTML', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', { status: 202 });
    const empty = await market.call(tokens, 'GET', businesses);
    expect([empty.status, empty.text]).toEqual([202, '']);
    const headers = { 'Content-Type': 'text/html' };
    await market.control('POST', '/faults', { status: 200, body: '<p>Blocked</p>', headers });
    const page = await market.call(tokens, 'GET', businesses);
    expect([page.headers['content-type'], page.text]).toEqual(['text/html', '<p>Blocked</p>']);
  });

  test('can be a firewall or a court order: 451 with any body', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    for (const body of ['<h1>Unavailable</h1>', '', { reason: 'court order' }, 'null'])
      await market.control('POST', '/faults', { status: 451, body });
    const texts = [];
    for (let i = 0; i < 4; i++) {
      const answer = await market.call(tokens, 'GET', businesses);
      expect(answer.status).toBe(451);
      texts.push(answer.text);
    }
    expect(texts).toEqual(['<h1>Unavailable</h1>', '', '{"reason":"court order"}', 'null']);
  });

  test('can truncate a body', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', {
      status: 200,
      body: '{"data":[',
      headers: { 'content-length': '500' },
    });
    await expect(market.call(tokens, 'GET', businesses)).rejects.toThrow();
  });

  const countMessages = async (market: Marketplace, id: string) =>
    ((await market.control('GET', `/leads/${id}/messages`)) as { data: unknown[] }).data.length;

  test.each([
    ['before', 0],
    ['after', 1],
  ])('drop %s cuts the connection with %i messages processed', async (drop, processed) => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    const { negotiationID } = (await market.control('POST', '/leads', {})) as {
      negotiationID: string;
    };
    const path = `/v4/negotiations/${negotiationID}/messages`;
    await market.control('POST', '/faults', { match: { method: 'POST', path }, drop });
    await expect(market.call(tokens, 'POST', path, { text: 'Hi' })).rejects.toThrow();
    expect(await countMessages(market, negotiationID)).toBe(processed);
    expect((await market.call(tokens, 'POST', path, { text: 'Hi' })).status).toBe(200);
  });

  test('with only a delay processes the request late', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', { match: { path: businesses }, delayMs: 3_600_000 });
    let answered = false;
    const waiting = market.call(tokens, 'GET', businesses).finally(() => (answered = true));
    await market.control('GET', '/stats');
    expect(answered).toBe(false);
    await market.advance(3500);
    await market.advance(101);
    // The token expired in that hour, but the request was processed.
    expect((await waiting).status).toBe(401);
  });

  test('can affect the token endpoint', async () => {
    const market = await openMarketplace();
    const tokens = await market.connect();
    await market.control('POST', '/faults', { match: { path: '/oauth2/token' }, drop: 'after' });
    await expect(market.refresh(tokens.refresh_token)).rejects.toThrow();
    const stats = (await market.control('GET', '/stats')) as { tokens: unknown };
    expect(stats.tokens).toMatchObject({ refreshed: 1, reused: 0 });
    expect((await market.refresh(tokens.refresh_token)).status).toBe(200);
  });
});

test('Statistics count requests to the service, not control calls', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  await market.call(tokens, 'GET', '/v4/businesses?limit=1');
  await market.call(tokens, 'GET', '/v4/businesses');
  expect(await market.control('GET', '/stats')).toEqual({
    requests: {
      total: 4,
      byPath: { '/oauth2/auth': 1, '/oauth2/token': 1, '/v4/businesses': 2 },
    },
    tokens: { issued: 1, refreshed: 0, reused: 0 },
    messages: { received: 0 },
  });
});

test('A request that a fault delays is answered at a reset', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  const requests = async () => JSON.stringify(await market.control('GET', '/stats'));
  const before = await requests();
  await market.control('POST', '/faults', { status: 503, delayMs: 3_600_000 });
  const slow = market.call(tokens, 'GET', businesses);
  await expect.poll(requests).not.toBe(before);
  await market.control('POST', '/reset');
  expect((await slow).status).toBe(503);
});

test('A reset removes every change and restores the seeded leads', async () => {
  const market = await openMarketplace({ listNegotiations: true });
  const leads = async () => {
    const tokens = await market.connect();
    const { json } = await market.call(
      tokens,
      'GET',
      `/v4/businesses/${market.business}/negotiations`,
    );
    return (json as { data: { negotiationID: string }[] }).data.map((it) => it.negotiationID);
  };
  const before = await leads();
  const tokens = await market.connect();
  const receiver = await openReceiver();
  await market.call(tokens, 'POST', `/v4/businesses/${market.business}/webhooks`, {
    webhookURL: receiver.url,
    eventTypes: ['NegotiationCreatedV4'],
  });
  await market.control('POST', '/leads', { businessID: market.business });
  await receiver.atLeast(1);
  await market.control('POST', '/faults', { status: 500, times: 9 });
  await market.control('POST', '/deliveries/policy', { duplicate: 1 });
  await market.advance(86_400);
  await market.control('POST', '/reset');
  expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(401);
  expect(await market.control('GET', '/deliveries')).toEqual({ data: [] });
  const { now } = (await market.advance(0)) as { now: string };
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
  expect(await leads()).toEqual(before);
  const hooks = await market.call(
    await market.connect(),
    'GET',
    `/v4/businesses/${market.business}/webhooks`,
  );
  expect(hooks.json).toMatchObject({ data: [] });
});

describe('The rate limit', () => {
  test('answers 429 with Retry-After for the rest of the minute', async () => {
    const market = await openMarketplace({ rateLimit: 3 });
    const tokens = await market.connect();
    const ask = () => market.call(tokens, 'GET', '/v4/users/self');
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ status: 429, traceID: expect.any(String) as string });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(55);
    expect(wait).toBeLessThanOrEqual(60);
    await market.advance(wait);
    expect((await ask()).status).toBe(200);
  });

  test('counts each client separately', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    const tokens = await market.connect();
    const ask = async () => (await market.call(tokens, 'GET', businesses)).status;
    expect([await ask(), await ask()]).toEqual([200, 429]);
    for (const client of ['legacy', 'legacyTest'] as const) {
      const partner = createPartner(market, client);
      expect((await partner.fetchInfo(await partner.connect())).status).toBe(200);
    }
    expect(await ask()).toBe(429);
  });

  test('does not count connecting', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    for (let i = 0; i < 3; i++) await market.connect();
    const tokens = await market.connect();
    expect((await market.refresh(tokens.refresh_token)).status).toBe(200);
    expect((await market.call(tokens, 'GET', '/v4/users/self')).status).toBe(200);
  });
});
