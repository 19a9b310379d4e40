import { describe, expect, test } from 'vitest';
import { createPartner } from './legacy-partner.ts';
import { formatBasic, openMarketplace, type Marketplace } from './marketplace.ts';

const getSecondID = (market: Marketplace) => market.ready.businesses[1]?.businessID ?? '';

describe('Account info', () => {
  test('describes the token’s business', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    for (const { businessID, name } of market.ready.businesses) {
      const answer = await partner.fetchInfo(await partner.connect(businessID));
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        business_pk: businessID,
        client_id: partner.clientId,
        scope: ['messages'],
        business_name: name,
      });
    }
  });

  test('gives a test client a dummy business that it can disconnect', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market, 'legacyTest');
    const pair = await partner.connect();
    const answer = await partner.fetchInfo(pair);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      business_pk: expect.any(String) as string,
      client_id: partner.clientId,
      scope: ['messages'],
      business_name: 'Test Business',
    });
    const { business_pk: businessID } = answer.json as { business_pk: string };
    expect((await partner.disconnect(businessID)).status).toBe(200);
    expect((await partner.fetchInfo(pair)).status).toBe(401);
  });

  test('counts against the rate limit', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    const partner = createPartner(market);
    const pair = await partner.connect();
    expect((await partner.fetchInfo(pair)).status).toBe(200);
    expect((await partner.fetchInfo(pair)).status).toBe(429);
  });
});

describe('Disconnecting', () => {
  test('revokes all codes and tokens of the business, which can connect again', async () => {
    const market = await openMarketplace();
    const partner = createPartner(market);
    const pairs = [await partner.connect(), await partner.connect()];
    const code = await partner.code();
    const answer = await partner.disconnect(market.business);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ business_pk: market.business, client_id: partner.clientId });
    for (const pair of pairs) {
      expect((await partner.fetchInfo(pair)).json).toMatchObject({ error: 'INVALID_TOKEN' });
      expect((await partner.refresh(pair)).json).toMatchObject({ error: 'INVALID_GRANT' });
    }
    expect((await partner.exchange(code)).json).toMatchObject({ error: 'INVALID_GRANT' });
    expect((await partner.fetchInfo(await partner.connect())).status).toBe(200);
  });

  test('leaves the professional’s other businesses and the other client connected', async () => {
    const market = await openMarketplace();
    const [partner, tester] = [createPartner(market), createPartner(market, 'legacyTest')];
    await partner.connect();
    const other = await partner.connect(getSecondID(market));
    const otherCode = await partner.code(getSecondID(market));
    const tested = await tester.connect();
    await partner.disconnect(market.business);
    expect((await partner.fetchInfo(other)).status).toBe(200);
    expect((await partner.exchange(otherCode)).status).toBe(200);
    expect((await tester.fetchInfo(tested)).status).toBe(200);
  });

  test('has no effect on a business that is not connected, or only to the other client', async () => {
    const market = await openMarketplace();
    const [partner, tester] = [createPartner(market), createPartner(market, 'legacyTest')];
    const tested = await tester.connect();
    expect((await partner.disconnect(market.business)).status).toBe(200);
    expect((await partner.disconnect(market.business)).status).toBe(200);
    expect((await tester.fetchInfo(tested)).status).toBe(200);
  });

  test.each<[string, number, string, (market: Marketplace) => [string | undefined, string?]]>([
    [
      'wrong credentials',
      400,
      'INVALID_CLIENT',
      (market) => [market.business, formatBasic('a', 'b')],
    ],
    [
      'v4 credentials',
      400,
      'INVALID_CLIENT',
      ({ business, ready: { v4 } }) => [business, formatBasic(v4.clientId, v4.clientSecret)],
    ],
    ['no business_pk', 400, 'INVALID_REQUEST', () => [undefined]],
    ['an empty business_pk', 400, 'INVALID_REQUEST', () => ['']],
    ['a business that does not exist', 404, 'NOT_FOUND', () => ['1']],
  ])(
    'with %s is refused with %i %s and ends nothing',
    async (_what, status, error, argumentsFor) => {
      const market = await openMarketplace();
      const partner = createPartner(market);
      const pair = await partner.connect();
      const answer = await partner.disconnect(...argumentsFor(market));
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ error });
      expect((await partner.fetchInfo(pair)).status).toBe(200);
    },
  );

  test('is not necessary for a test client, which can get several codes', async () => {
    const market = await openMarketplace();
    const tester = createPartner(market, 'legacyTest');
    const pairs = [await tester.connect(), await tester.connect(), await tester.connect()];
    for (const pair of pairs) {
      expect((await tester.fetchInfo(pair)).status).toBe(200);
      expect((await tester.refresh(pair)).status).toBe(200);
    }
    expect((await tester.disconnect(market.business)).status).toBe(200);
    expect((await tester.fetchInfo(pairs[0] ?? { access_token: '' })).status).toBe(401);
  });
});
