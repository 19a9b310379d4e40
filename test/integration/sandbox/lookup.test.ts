import { describe, expect, test } from 'vitest';
import { id, openLookup, text, url, utm, utmData, type Named, type Page } from './lookup.ts';
import { sendRequest, openMarketplace } from './marketplace.ts';

const calls: [method: string, path: string, body?: object][] = [
  ['GET', '/v4/categories/search/?searchQuery=paint'],
  ['GET', '/v4/categories/search?searchQuery=paint'],
  ['GET', '/v4/keywords?searchQuery=paint'],
  ['GET', '/v4/keywords/?searchQuery=paint'],
  ['GET', '/v4/keywords/search?searchQuery=paint&limit=3'],
  ['GET', `/v4/categories/recommendations?zipCode=78704&recommendationType=popular&${utm}&limit=3`],
  ['GET', `/v4/categories/homecare?zipCode=78704&propertyType=house&${utm}`],
  ['POST', '/v4/businesses/search', { searchQuery: 'painter', zipCode: '78704', utmData }],
  ['POST', '/v4/businesses/search/', { searchQuery: 'painter', zipCode: '78704', utmData }],
  ['POST', '/v4/businesses/search-filtered', { userQuery: 'painter', zipCode: '78704', utmData }],
];

describe('Every marketplace path', () => {
  test.each(calls)(
    '%s %s is served with and without /api, on production and on staging',
    async (method, path, body) => {
      const { call } = await openLookup();
      for (const prefix of ['', '/api', '/staging', '/staging/api']) {
        const answer = await call(method, prefix + path, body);
        expect(answer.status).toBe(200);
        expect((answer.json as Page<unknown>).data.length).toBeGreaterThan(0);
      }
    },
  );

  test.each(calls)('%s %s accepts any live v4 token, and no other', async (method, path, json) => {
    const market = await openMarketplace();
    const poor = await market.connect({ scope: 'supply::users.read' });
    expect((await market.call(poor, method, path, json)).status).toBe(200);
    const legacy = (await market.legacyConnect(market.business)).json as { access_token: string };
    for (const host of ['', '/staging']) {
      expect((await market.call(legacy, method, host + path, json)).status).toBe(401);
      expect((await sendRequest(market.ready.baseUrl + host + path, { method, json })).status).toBe(
        401,
      );
    }
  });

  const badUTM = ['', 'cma-', 'hearthline', 'cma-a b', 'cma-é', `cma-${'x'.repeat(45)}`];
  const wrong: readonly (readonly [method: string, path: string, body?: object])[] = [
    ...['/v4/keywords', '/v4/keywords/search', '/v4/categories/search'].flatMap((path) =>
      [
        '',
        '?searchQuery=',
        '?searchQuery=a&limit=0',
        '?searchQuery=a&limit=101',
        '?searchQuery=a&limit=x',
      ].map((query) => ['GET', path + query] as const),
    ),
    ...badUTM.map(
      (utm) =>
        [
          'GET',
          `/v4/keywords?searchQuery=a&utmData[utm_source]=${encodeURIComponent(utm)}`,
        ] as const,
    ),
    ...['recommendations', 'homecare'].flatMap((name) => [
      ['GET', `/v4/categories/${name}?zipCode=78704`] as const,
      ['GET', `/v4/categories/${name}?${utm}`] as const,
      ['GET', `/v4/categories/${name}?zipCode=7870&${utm}`] as const,
      ['GET', `/v4/categories/${name}?zipCode=78704-1234&${utm}`] as const,
      ...badUTM.map(
        (utm) =>
          [
            'GET',
            `/v4/categories/${name}?zipCode=78704&utmData[utm_source]=${encodeURIComponent(utm)}`,
          ] as const,
      ),
    ]),
    ['GET', `/v4/categories/recommendations?zipCode=78704&${utm}&limit=0`],
    ['GET', `/v4/categories/recommendations?zipCode=78704&${utm}&limit=101`],
    ['GET', `/v4/categories/recommendations?zipCode=78704&${utm}&recommendationType=rare`],
    ...(
      [
        ['search', 'searchQuery'],
        ['search-filtered', 'userQuery'],
      ] as const
    ).flatMap(([name, field]) => {
      const good = { [field]: 'painter', zipCode: '78704', utmData };
      return [
        { ...good, [field]: undefined },
        { ...good, [field]: ' ' },
        { ...good, [field]: 7 },
        { ...good, zipCode: undefined },
        { ...good, zipCode: 'Austin' },
        { ...good, zipCode: 78704 },
        { ...good, utmData: undefined },
        { ...good, utmData: {} },
        { ...good, limit: 0 },
        { ...good, limit: 101 },
        { ...good, limit: 2.5 },
        ...badUTM.map((utm_source) => ({ ...good, utmData: { utm_source } })),
      ].map((body) => ['POST', `/v4/businesses/${name}`, body] as const);
    }),
  ];

  test('rejects every invalid parameter with 400, a traceID and the field’s name', async () => {
    const { call } = await openLookup();
    for (const [method, path, body] of wrong) {
      const answer = await call(method, path, body);
      expect([method, path, body, answer.status]).toEqual([method, path, body, 400]);
      expect(answer.json).toMatchObject({ traceID: text, errors: [{ field: text }] });
    }
  });

  test('accepts a UTM source of 48 characters', async () => {
    const { search, get } = await openLookup();
    const longest = `cma-${'aZ0-_'.repeat(8)}abcd`;
    expect(longest).toHaveLength(48);
    await search({ searchQuery: 'painter', utmData: { utm_source: longest } });
    await get(`/v4/categories/homecare?zipCode=78704&utmData[utm_source]=${longest}`);
  });
});

describe('Categories', () => {
  test.each([
    ['plumber', 'Plumbing Pipe Repair'],
    ['house painter', 'Interior Painting'],
    ['PAINTING', 'Interior Painting'],
    ['my gutters need cleaning', 'Gutter Cleaning'],
    ['jardinero', 'Lawn Mowing and Trimming'],
    ['poda de arboles', 'Tree Trimming and Removal'],
    ['Roof Repair or Maintenance', 'Roof Repair or Maintenance'],
  ])('that best match “%s” begin with %s', async (searchQuery, name) => {
    const { get } = await openLookup();
    const query = new URLSearchParams({ searchQuery }).toString();
    const data = await get<Named>(`/api/v4/categories/search/?${query}`);
    expect(data[0]).toEqual({ categoryID: id, name });
  });

  test('have the same ids as the categories of leads', async () => {
    const { market, get } = await openLookup();
    const lead = (await market.control('POST', '/leads', {})) as {
      request: { category: { name: string } };
    };
    const { category } = lead.request;
    const query = new URLSearchParams({ searchQuery: category.name }).toString();
    expect((await get(`/v4/categories/search?${query}`))[0]).toEqual(category);
  });

  test('are empty without a match', async () => {
    const { get } = await openLookup();
    expect(await get('/v4/categories/search?searchQuery=zzzzqqq')).toEqual([]);
  });

  test('recommended as popular are near the zip code, limited, the busiest first', async () => {
    const { get } = await openLookup();
    const path = `/api/v4/categories/recommendations?recommendationType=popular&${utm}`;
    const data = await get<{ activeServices: number }>(`${path}&zipCode=60614&limit=7`);
    expect(data).toHaveLength(7);
    for (const one of data)
      expect(one).toEqual({
        categoryID: id,
        name: text,
        nearMeURL: url,
        imageURL: url,
        activeServices: expect.any(Number) as number,
      });
    const counts = data.map(({ activeServices }) => activeServices);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(await get(`${path}&zipCode=33127&limit=7`)).not.toEqual(data);
    expect(await get(`${path}&zipCode=60614`)).toHaveLength(10);
  });

  test('of home care have a task, and exclude outdoor tasks for a condo', async () => {
    const { get } = await openLookup();
    const path = `/api/v4/categories/homecare?zipCode=78704&${utm}`;
    interface Task {
      readonly taskDetails: { readonly title: string };
    }
    const all = await get<Task>(path);
    for (const one of all)
      expect(one).toEqual({
        categoryID: id,
        name: text,
        nearMeURL: url,
        imageURL: url,
        activeServices: expect.any(Number) as number,
        taskID: id,
        taskDetails: { title: text, description: text, tagline: text },
      });
    const titles = (tasks: readonly Task[]) => tasks.map(({ taskDetails }) => taskDetails.title);
    expect(titles(await get(`${path}&propertyType=house`))).toEqual(titles(all));
    const condo = titles(await get(`${path}&propertyType=condo`));
    expect(titles(all)).toContain('Clean the gutters');
    expect(condo).not.toContain('Clean the gutters');
    expect(condo).toContain('Look under every sink');
  });
});

describe('Keywords', () => {
  test('complete the query, up to the limit', async () => {
    const { get } = await openLookup();
    const data = await get<Named>('/api/v4/keywords/search?searchQuery=wat&limit=4');
    expect(data).toHaveLength(4);
    for (const keyword of data) {
      expect(keyword).toEqual({ keywordID: id, name: text });
      expect(keyword.name).toContain('wat');
    }
    expect(data[0]?.name).toMatch(/^wat/);
    expect(await get('/v4/keywords/search?searchQuery=a')).toHaveLength(10);
  });

  test('are the same from /v4/keywords and /v4/keywords/search', async () => {
    const { get } = await openLookup();
    expect(await get('/v4/keywords?searchQuery=paint&limit=5')).toEqual(
      await get('/v4/keywords/search?searchQuery=paint&limit=5'),
    );
  });
});
