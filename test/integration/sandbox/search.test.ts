import { describe, expect, test } from 'vitest';
import { id, openLookup, text, url, utm, type Pro } from './lookup.ts';
import { sendRequest, type TestLead } from './marketplace.ts';

describe('A search for professionals', () => {
  test('returns its id and complete records near the zip code', async () => {
    const { search } = await openLookup();
    const found = await search({ searchQuery: 'plumber', zipCode: '98103', limit: 4 });
    expect(found).toEqual({
      searchID: id,
      data: expect.any(Array) as unknown,
      metadata: {
        category: { categoryID: id, name: 'Plumbing Pipe Repair' },
        location: { city: 'Seattle', state: 'WA', zipCode: '98103' },
        total: expect.any(Number) as number,
      },
    });
    expect(found.data).toHaveLength(4);
    for (const pro of found.data) {
      expect(pro).toEqual({
        businessID: id,
        businessName: text,
        businessIntroduction: text,
        businessLocation: 'Seattle, WA',
        businessImageURL: url,
        rating: expect.any(Number) as number,
        numberOfReviews: expect.any(Number) as number,
        featuredReview: text,
        isTopPro: expect.any(Boolean) as boolean,
        quote: {
          startingCost: expect.stringMatching(/^\$\d[\d,]*\.\d\d$/) as string,
          costUnit: text,
        },
        servicePageURL: expect.stringContaining('utm_source=cma-hearthline') as string,
        widgets: { requestFlowURL: url },
      });
      expect(pro.rating).toBeGreaterThanOrEqual(1);
      expect(pro.rating).toBeLessThanOrEqual(5);
    }
    expect(new Set(found.data.map(({ businessName }) => businessName)).size).toBe(4);
  });

  test('finds the same professionals again under a new search id', async () => {
    const { search } = await openLookup();
    const first = await search({ searchQuery: 'movers' });
    const second = await search({ searchQuery: 'movers' });
    expect(second.data).toEqual(first.data);
    expect(second.searchID).not.toBe(first.searchID);
  });

  test('finds others elsewhere, for every zip code of the country', async () => {
    const { search } = await openLookup();
    const near = async (zipCode: string) => {
      const { metadata, data } = await search({ searchQuery: 'movers', zipCode });
      expect(data.length).toBeGreaterThan(0);
      return `${metadata.location.city}, ${metadata.location.state}`;
    };
    expect(await near('10001')).toBe('New York, NY');
    expect(await near('94107')).toBe('San Francisco, CA');
    expect(await near('02134')).toBe('Boston, MA');
    expect(await near('99950')).toBe('Tacoma, WA');
  });

  test('returns an empty list without a match', async () => {
    const { search } = await openLookup();
    expect(await search({ searchQuery: 'zzzzqqq' })).toMatchObject({
      data: [],
      metadata: { category: null, total: 0 },
    });
  });

  test('finds the professional’s own business in its home city', async () => {
    const { market, search } = await openLookup();
    const own = new Set(market.ready.businesses.map(({ businessID }) => businessID));
    const zipCodes = ['78704', '78664', '80205', '80226', '98103', '98405', '97202', '95816'];
    zipCodes.push('94602', '92103', '85013', '85711', '55406', '60614', '43201', '37206');
    zipCodes.push('30306', '28203', '27605', '33603', '33127', '19125', '21211', '02127');
    const found = new Set<string>();
    for (const zipCode of zipCodes)
      for (const searchQuery of ['electrician', 'house cleaner', 'lawn care'])
        for (const { businessID } of (await search({ searchQuery, zipCode, limit: 100 })).data)
          if (own.has(businessID)) found.add(businessID);
    expect(found).toEqual(own);
  });

  test('links to pictures and pages that exist', async () => {
    const { search, get } = await openLookup();
    const [pro] = (await search({ searchQuery: 'plumber' })).data;
    const page = await sendRequest(pro?.servicePageURL ?? '');
    expect(page.status).toBe(200);
    expect(page.text).toContain('stars from');
    const links = pro as unknown as {
      businessImageURL: string;
      widgets: { requestFlowURL: string };
    };
    const [category] = await get<{ nearMeURL: string; imageURL: string }>(
      `/v4/categories/recommendations?zipCode=78704&${utm}&limit=1`,
    );
    for (const link of [
      links.businessImageURL,
      links.widgets.requestFlowURL,
      category?.nearMeURL,
      category?.imageURL,
    ])
      expect((await sendRequest(link ?? '')).status).toBe(200);
    expect((await sendRequest(`${pro?.servicePageURL.split('/pros/')[0]}/pros/1`)).status).toBe(
      404,
    );
  });

  test('shows other users’ businesses, whose records stay inaccessible', async () => {
    const { market, search, call } = await openLookup();
    const own = new Set(market.ready.businesses.map(({ businessID }) => businessID));
    const other = (await search({ searchQuery: 'plumber' })).data.find(
      ({ businessID }) => !own.has(businessID),
    );
    const base = `/v4/businesses/${other?.businessID}`;
    for (const path of ['reviews', 'webhooks', 'associate-phone-numbers'])
      expect((await call('GET', `${base}/${path}`)).status).toBe(403);
    const foreign = (await market.createTestLead()).json as TestLead;
    const path = `/v4/businesses/${foreign.business.businessID}/reviews`;
    expect((await call('GET', path)).status).toBe(403);
  });
});

describe('A filtered search', () => {
  const cost = ({ quote }: Pro) => Number(quote.startingCost.replace(/[$,]/g, ''));

  test.each<[string, (pro: Pro) => boolean]>([
    ['plumber under $100', (pro) => cost(pro) < 100],
    ['top rated plumber', ({ rating }) => rating >= 4.5],
    ['plumber with 4.7 stars', ({ rating }) => rating >= 4.7],
    ['top pro plumber', ({ isTopPro }) => isTopPro],
    [
      'plumber who speaks Spanish',
      ({ businessIntroduction }) => businessIntroduction.includes('Se habla español'),
    ],
  ])('for “%s” answers only who fits', async (userQuery, fits) => {
    const { search, filtered } = await openLookup();
    const all = (await search({ searchQuery: 'plumber', zipCode: '60614', limit: 100 })).data;
    const found = await filtered(userQuery, { zipCode: '60614', limit: 100 });
    expect(found.data).toEqual(all.filter(fits));
    expect(found.metadata).toMatchObject({ total: found.data.length, filters: [text] });
  });

  test('without a filter is the same as a search', async () => {
    const { search, filtered } = await openLookup();
    const plain = await search({ searchQuery: 'movers' });
    const found = await filtered('movers');
    expect(found.data).toEqual(plain.data);
    expect(found.metadata.filters).toEqual([]);
  });
});
