import { describe, expect, test } from 'vitest';
import { createPartner, type LegacyPair } from './legacy-partner.ts';
import { sendRequest, openMarketplace, type Marketplace } from './marketplace.ts';

/** A legacy path, its query, and the v4 call that replaced it. */
const replaced: [path: string, query: string, v4: readonly [string, string, object?]][] = [
  ...['/v2/pros', '/v1/partners/discoverylite/pros'].map(
    (path): [string, string, readonly [string, string, object]] => [
      path,
      'searchQuery=plumber&zipCode=78704&limit=4&utm_source=cma-partner',
      [
        'POST',
        '/v4/businesses/search',
        {
          searchQuery: 'plumber',
          zipCode: '78704',
          limit: 4,
          utmData: { utm_source: 'cma-partner' },
        },
      ],
    ],
  ),
  [
    '/v2/filtered-pros',
    'userQuery=top+rated+plumber&zipCode=78704&limit=4&utm_source=cma-partner',
    [
      'POST',
      '/v4/businesses/search-filtered',
      {
        userQuery: 'top rated plumber',
        zipCode: '78704',
        limit: 4,
        utmData: { utm_source: 'cma-partner' },
      },
    ],
  ],
  [
    '/v2/category/recommendation',
    'zipCode=78704&limit=4&utm_source=cma-partner',
    ['GET', '/v4/categories/recommendations?zipCode=78704&limit=4&utmData[utm_source]=cma-partner'],
  ],
  [
    '/v2/homecare/checklist',
    'zipCode=78704&propertyType=condo&utm_source=cma-partner',
    [
      'GET',
      '/v4/categories/homecare?zipCode=78704&propertyType=condo&utmData[utm_source]=cma-partner',
    ],
  ],
  [
    '/v2/autocomplete',
    'searchQuery=paint&limit=4',
    ['GET', '/v4/keywords?searchQuery=paint&limit=4'],
  ],
];

const ask = (market: Marketplace, pair: Pick<LegacyPair, 'access_token'>, address: string) =>
  market.call(pair, 'GET', address);

describe('A legacy path that v4 replaced', () => {
  test.each(replaced)('%s responds like v4, with _pk names', async (path, query, v4) => {
    const market = await openMarketplace();
    const pair = await createPartner(market).connect();
    const answer = await ask(market, pair, `${path}?${query}`);
    expect(answer.status).toBe(200);
    const today = await market.call(await market.connect(), ...v4);
    const renamed = JSON.parse(today.text.replace(/ID":/g, '_pk":')) as Record<string, unknown>;
    const expected = renamed['search_pk']
      ? { ...renamed, search_pk: expect.stringMatching(/^\d{18}$/) as string }
      : renamed;
    expect((expected as { data: unknown[] }).data.length).toBeGreaterThan(0);
    expect(answer.json).toEqual(expected);
  });

  test.each(replaced)(
    '%s exists on staging, and accepts snake case and JSON',
    async (path, query) => {
      const market = await openMarketplace();
      const pair = await createPartner(market).connect();
      const data = async (host: string, asked: string) =>
        ((await ask(market, pair, `${host}${path}?${asked}`)).json as { data: unknown }).data;
      const expected = await data('', query);
      expect(await data('/staging', query)).toEqual(expected);
      const snake = query.replace(/[A-Z](?=[a-zA-Z]*=)/g, (letter) => `_${letter.toLowerCase()}`);
      expect(snake).not.toBe(query);
      expect(await data('', snake)).toEqual(expected);
      const json = Object.fromEntries(new URLSearchParams(query));
      const posted = await market.call(pair, 'POST', path, json);
      expect((posted.json as { data: unknown }).data).toEqual(expected);
    },
  );

  test.each(replaced)(
    '%s rejects v4 tokens, revoked tokens and missing tokens',
    async (path, query) => {
      const market = await openMarketplace();
      const partner = createPartner(market);
      const pair = await partner.connect();
      const address = `${path}?${query}`;
      const refused = [
        await ask(market, await market.connect(), address),
        await sendRequest(market.ready.baseUrl + address),
      ];
      await partner.disconnect(market.business);
      refused.push(await ask(market, pair, address));
      for (const answer of refused) {
        expect(answer.status).toBe(401);
        expect(answer.json).toMatchObject({ error: 'INVALID_TOKEN' });
      }
    },
  );

  test.each(replaced)('%s rejects invalid parameters with 400', async (path, query) => {
    const market = await openMarketplace();
    const pair = await createPartner(market).connect();
    const wrong = ['utm_source=partner', `utm_source=cma-${'x'.repeat(45)}`];
    if (query.includes('limit')) wrong.push('limit=0', 'limit=101');
    if (query.includes('zipCode')) wrong.push('zipCode=787', 'zipCode=');
    if (query.includes('Query')) wrong.push('searchQuery=&userQuery=');
    for (const change of wrong) {
      const asked = new URLSearchParams(query);
      for (const [name, value] of new URLSearchParams(change)) asked.set(name, value);
      const answer = await ask(market, pair, `${path}?${asked.toString()}`);
      expect([change, answer.status]).toEqual([change, 400]);
      expect(answer.json).toMatchObject({ error: 'INVALID_REQUEST' });
    }
  });

  test.each(replaced)('%s only validates the request of a test client', async (path, query) => {
    const market = await openMarketplace();
    const pair = await createPartner(market, 'legacyTest').connect();
    expect((await ask(market, pair, `${path}?${query}`)).json).toEqual({ data: [] });
    expect((await ask(market, pair, path)).status).toBe(400);
  });

  test('counts against the rate limit of its client', async () => {
    const market = await openMarketplace({ rateLimit: 1 });
    const pair = await createPartner(market).connect();
    const address = '/v2/autocomplete?searchQuery=paint';
    expect((await ask(market, pair, address)).status).toBe(200);
    const answer = await ask(market, pair, address);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  });
});
