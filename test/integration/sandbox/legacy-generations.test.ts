import { describe, expect, test } from 'vitest';
import { createLead, buildMessagePath, createPartner, type LegacyPair } from './legacy-partner.ts';
import {
  formatBasic,
  sendRequest,
  openMarketplace,
  type Answer,
  type Marketplace,
  type TestLead,
  type Tokens,
} from './marketplace.ts';

interface Scene {
  readonly market: Marketplace;
  readonly legacy: LegacyPair;
  readonly v4: Tokens;
  readonly leadID: string;
}

async function connectTwice(): Promise<Scene> {
  const market = await openMarketplace();
  return {
    market,
    legacy: await createPartner(market).connect(),
    v4: await market.connect(),
    leadID: await createLead(market),
  };
}

const formatCredentials = ({
  clientId,
  clientSecret,
}: Marketplace['ready']['legacy' | 'v4' | 'legacyTest']) => formatBasic(clientId, clientSecret);
const v4Calls = [
  'GET /v4/businesses',
  'GET /v4/users/self',
  'GET /v4/users/webhooks',
  'GET /v4/businesses/{businessID}/webhooks',
  'GET /v4/businesses/{businessID}/associate-phone-numbers',
  'GET /v4/negotiations/{leadID}',
  'GET /v4/negotiations/{leadID}/messages',
  'POST /v4/negotiations/{leadID}/messages',
];

describe('Legacy credentials do not work with v4:', () => {
  test.each(
    v4Calls.flatMap((call) =>
      ['', '/api', '/staging', '/staging/api'].map((base) => call.replace('/v4', `${base}/v4`)),
    ),
  )('%s refuses a legacy token with 401', async (call) => {
    const { market, legacy, leadID } = await connectTwice();
    const [method = '', path = ''] = call
      .replace('{businessID}', market.business)
      .replace('{leadID}', leadID)
      .split(' ');
    const json = method === 'POST' ? { text: 'Hi' } : undefined;
    const answer = await market.call(legacy, method, path, json);
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ status: 401, traceID: expect.any(String) as string });
  });

  test.each<[string, number, string, (scene: Scene) => Promise<Answer>]>([
    [
      'the credentials of a legacy client',
      401,
      'invalid_client',
      ({ market, v4 }) =>
        market.token(
          { grant_type: 'refresh_token', refresh_token: v4.refresh_token },
          formatCredentials(market.ready.legacy),
        ),
    ],
    [
      'the credentials of the legacy test client',
      401,
      'invalid_client',
      ({ market, v4 }) =>
        market.token(
          { grant_type: 'refresh_token', refresh_token: v4.refresh_token },
          formatCredentials(market.ready.legacyTest),
        ),
    ],
    [
      'a legacy code',
      400,
      'invalid_grant',
      async ({ market }) => market.exchange(await createPartner(market).code()),
    ],
    [
      'a legacy refresh token',
      400,
      'invalid_grant',
      ({ market, legacy }) => market.refresh(legacy.refresh_token),
    ],
  ])('the v4 token endpoint refuses %s with %i %s', async (_what, status, error, ask) => {
    const answer = await ask(await connectTwice());
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error });
  });

  test.each(['legacy', 'legacyTest'] as const)(
    'the v4 consent page rejects the %s client without a redirect',
    async (client) => {
      const market = await openMarketplace();
      const answer = await sendRequest(
        market.consentURL({ client_id: market.ready[client].clientId }),
      );
      expect(answer.status).toBe(400);
      expect(answer.headers['location']).toBeUndefined();
    },
  );
});

describe('v4 credentials do not work with the legacy interface:', () => {
  test.each(['/v1', '/v2', '/staging/v1', '/staging/v2'] as const)(
    'a message at %s refuses a v4 token with 401 INVALID_TOKEN',
    async (form) => {
      const { market, v4, leadID } = await connectTwice();
      const path = buildMessagePath(market.business, leadID, form);
      const answer = await market.call(v4, 'POST', path, { text: 'Hi' });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ error: 'INVALID_TOKEN' });
    },
  );

  test.each<[string, number, string, (scene: Scene) => Promise<Answer>]>([
    [
      'account info refuses a v4 token',
      401,
      'INVALID_TOKEN',
      ({ market, v4 }) => market.call(v4, 'GET', market.ready.legacy.accountInfoPath),
    ],
    [
      'the token endpoint refuses a v4 client',
      400,
      'INVALID_CLIENT',
      ({ market, legacy }) =>
        market.legacyToken(
          {
            grant_type: 'refresh_token',
            refresh_token: legacy.refresh_token,
            token_type: 'REFRESH',
          },
          formatCredentials(market.ready.v4),
        ),
    ],
    [
      'the token endpoint refuses a v4 code',
      400,
      'INVALID_GRANT',
      async ({ market }) => {
        const to = await market.consent();
        return createPartner(market).exchange(to.searchParams.get('code') ?? '');
      },
    ],
    [
      'the token endpoint refuses a v4 refresh token',
      400,
      'INVALID_GRANT',
      ({ market, v4 }) => createPartner(market).refresh(v4),
    ],
    [
      'disconnecting refuses a v4 client',
      400,
      'INVALID_CLIENT',
      ({ market }) =>
        createPartner(market).disconnect(market.business, formatCredentials(market.ready.v4)),
    ],
    [
      'creating a test lead refuses a v4 client',
      401,
      'UNAUTHORIZED',
      ({ market }) => market.createTestLead({}, formatCredentials(market.ready.v4)),
    ],
  ])('%s with %i %s', async (_what, status, error, ask) => {
    const answer = await ask(await connectTwice());
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error });
  });

  test('the connection page rejects a v4 client without a redirect', async () => {
    const market = await openMarketplace();
    const answer = await sendRequest(
      market.legacyConnectURL({ client_id: market.ready.v4.clientId }),
    );
    expect(answer.status).toBe(400);
    expect(answer.headers['location']).toBeUndefined();
  });
});

test('Staging accepts any token of the path’s generation, and none of the other', async () => {
  const { market, legacy, v4 } = await connectTwice();
  const { leadID, business } = (await market.createTestLead()).json as TestLead;
  const statuses = async (tokens: Pick<Tokens, 'access_token'>) => [
    (
      await market.call(
        tokens,
        'POST',
        buildMessagePath(business.businessID, leadID, '/staging/v2'),
        {
          text: 'Hi',
        },
      )
    ).status,
    (await market.call(tokens, 'GET', `/staging/v4/negotiations/${leadID}`)).status,
  ];
  expect(await statuses(legacy)).toEqual([200, 401]);
  expect(await statuses(v4)).toEqual([401, 200]);
});
