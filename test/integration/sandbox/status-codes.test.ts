import { describe, expect, test } from 'vitest';
import {
  sendRequest,
  openMarketplace,
  type Answer,
  type Marketplace,
  type TestLead,
} from './marketplace.ts';

type Provoke = (market: Marketplace) => Promise<Answer>;

const call =
  (method: string, path: string, json?: unknown): Provoke =>
  async (market) =>
    market.call(await market.connect(), method, path.replace('{own}', market.business), json);

const fault =
  (status: number): Provoke =>
  async (market) => {
    const tokens = await market.connect();
    await market.control('POST', '/faults', { match: { path: '/api/v4' }, status });
    return market.call(tokens, 'GET', '/api/v4/businesses');
  };

const number = { phoneNumber: '+15125557001', name: 'Office' };
const numbers = '/api/v4/businesses/{own}/associate-phone-numbers';

const provoked: [status: number, what: string, provoke: Provoke][] = [
  [400, 'a limit out of bounds', call('GET', '/api/v4/businesses?limit=0')],
  [400, 'a body that lacks a field', call('POST', numbers, { name: 'Office' })],
  [
    400,
    'a body that is no JSON',
    async (market) =>
      sendRequest(`${market.ready.baseUrl}${numbers.replace('{own}', market.business)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${(await market.connect()).access_token}`,
          'content-type': 'application/json',
        },
        form: { phoneNumber: '+15125557001' },
      }),
  ],
  [401, 'no token', (market) => sendRequest(`${market.ready.baseUrl}/api/v4/businesses`)],
  [
    401,
    'an unknown token',
    (market) => market.call({ access_token: 'nonsense' }, 'GET', '/api/v4/businesses'),
  ],
  [
    401,
    'an expired token',
    async (market) => {
      const tokens = await market.connect();
      await market.advance(3601);
      return market.call(tokens, 'GET', '/api/v4/businesses');
    },
  ],
  [
    401,
    'a revoked token',
    async (market) => {
      const tokens = await market.connect();
      await market.control('POST', '/tokens/revoke', {});
      return market.call(tokens, 'GET', '/api/v4/businesses');
    },
  ],
  [
    401,
    'a legacy token',
    async (market) => {
      const pair = (await market.legacyConnect(market.business)).json as { access_token: string };
      return market.call(pair, 'GET', '/api/v4/businesses');
    },
  ],
  [
    401,
    'a token without the scope',
    async (market) =>
      market.call(
        await market.connect({ scope: 'supply::users.read' }),
        'GET',
        '/api/v4/businesses',
      ),
  ],
  [
    403,
    'another user’s business',
    async (market) => {
      const { business } = (await market.createTestLead()).json as TestLead;
      return call('GET', numbers.replace('{own}', business.businessID))(market);
    },
  ],
  [
    403,
    'another user’s negotiation',
    async (market) => {
      const { leadID } = (await market.createTestLead()).json as TestLead;
      return call('GET', `/api/v4/negotiations/${leadID}`)(market);
    },
  ],
  [404, 'a business that is gone', call('GET', numbers.replace('{own}', '400000000000000000'))],
  [404, 'a negotiation that is gone', call('GET', '/api/v4/negotiations/400000000000000000')],
  [404, 'a path that is none', call('GET', '/api/v4/nothing')],
  [400, 'a path that cannot be decoded', call('GET', '/api/v4/negotiations/%E0%A4%A')],
  [
    409,
    'a phone number that is registered already',
    async (market) => {
      await call('POST', numbers, number)(market);
      return call('POST', numbers, number)(market);
    },
  ],
  [500, 'a server problem (asked for as a fault)', fault(500)],
  [503, 'being unavailable (asked for as a fault)', fault(503)],
];

const expectedProblem = (status: number) => ({
  type: expect.any(String) as string,
  title: expect.any(String) as string,
  status,
  detail: expect.any(String) as string,
  traceID: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
});

describe('The v4 interface answers RFC 7807 with a traceID:', () => {
  test.each(provoked)('%i for %s', async (status, _what, provoke) => {
    const answer = await provoke(await openMarketplace());
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json).toMatchObject(expectedProblem(status));
  });

  test('429 for too many requests, with Retry-After', async () => {
    const market = await openMarketplace({ rateLimit: 2 });
    const tokens = await market.connect();
    const ask = () => market.call(tokens, 'GET', '/api/v4/businesses');
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const answer = await ask();
    expect(answer.status).toBe(429);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json).toMatchObject(expectedProblem(429));
    await market.advance(Number(answer.headers['retry-after']));
    expect((await ask()).status).toBe(200);
  });

  test('with a new traceID each time', async () => {
    const market = await openMarketplace();
    const seen = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const answer = await sendRequest(`${market.ready.baseUrl}/v4/businesses`);
      seen.add((answer.json as { traceID: string }).traceID);
    }
    expect(seen.size).toBe(5);
  });

  test('“service deleted” when the business is gone', async () => {
    const answer = await call(
      'GET',
      numbers.replace('{own}', '400000000000000000'),
    )(await openMarketplace());
    expect(answer.json).toMatchObject({ detail: 'service deleted' });
  });
});

describe('A missing scope is 401 and named in the detail:', () => {
  const business = '/v4/businesses/{own}';
  const any = '400000000000000000';
  const scoped: [method: string, path: string, scope: string][] = [
    ['GET', '/v4/businesses', 'supply::businesses.list'],
    ['GET', '/v4/users/self', 'supply::users.read'],
    ...([business, '/v4/users'] as const).flatMap((owner): [string, string, string][] => [
      ['GET', `${owner}/webhooks`, 'supply::webhooks.read'],
      ['GET', `${owner}/webhooks/${any}`, 'supply::webhooks.read'],
      ['POST', `${owner}/webhooks`, 'supply::webhooks.write'],
      ['PUT', `${owner}/webhooks/${any}`, 'supply::webhooks.write'],
      ['DELETE', `${owner}/webhooks/${any}`, 'supply::webhooks.write'],
      ['PUT', `${owner}/webhooks/${any}/auth`, 'supply::webhooks.write'],
      ['DELETE', `${owner}/webhooks/${any}/auth`, 'supply::webhooks.write'],
    ]),
    ['POST', `${business}/webhooks/test-negotiation`, 'supply::webhooks.write'],
    ['GET', `/v4/negotiations/${any}`, 'supply::negotiations.read'],
    ['POST', `/v4/negotiations/${any}/job-status`, 'supply::negotiations.write'],
    ['GET', `/v4/negotiations/${any}/messages`, 'supply::messages.read'],
    ['POST', `/v4/negotiations/${any}/messages`, 'supply::messages.write'],
    ...(
      [
        ['GET', '', 'read'],
        ['POST', '', 'write'],
        ['PUT', `/${any}`, 'write'],
        ['DELETE', `/${any}`, 'write'],
        ['POST', '-bulk-create', 'write'],
      ] as const
    ).map(([method, path, right]): [string, string, string] => [
      method,
      `${business}/associate-phone-numbers${path}`,
      `supply::businesses/associate-phone-numbers.${right}`,
    ]),
  ];

  test.each(scoped)('%s %s asks for %s', async (method, path, scope) => {
    const market = await openMarketplace();
    const others = market.ready.v4.scopes.filter((one) => one !== scope).join(' ');
    const tokens = await market.connect({ scope: others });
    const answer = await market.call(tokens, method, path.replace('{own}', market.business));
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      status: 401,
      detail: expect.stringContaining(scope) as string,
    });
  });
});

test('A fault with a body, or outside v4, is answered exactly as requested', async () => {
  const market = await openMarketplace();
  const tokens = await market.connect();
  await market.control('POST', '/faults', { status: 500, body: { error: 'odd' } });
  expect((await market.call(tokens, 'GET', '/v4/businesses')).json).toEqual({ error: 'odd' });
  await market.control('POST', '/faults', { status: 503 });
  expect((await market.refresh(tokens.refresh_token)).text).toBe('');
});
