import { describe, expect, test } from 'vitest';
import { sendRequest, openMarketplace, type TestLead } from './marketplace.ts';
import { openReceiver } from './receiver.ts';

interface Review {
  readonly reviewID: string;
  readonly businessID: string;
  readonly reviewText: string;
  readonly rating: number;
  readonly createTime: string;
  readonly responseText: string | null;
  readonly responseTime: string | null;
  readonly negotiationID: string | null;
  readonly reviewerName: string;
  readonly images: readonly string[];
}
interface Page {
  readonly data: readonly Review[];
  readonly pagination: {
    readonly limit: number;
    readonly offset: number;
    readonly next: number | null;
  };
}

async function openReviews(options: Parameters<typeof openMarketplace>[0] = {}) {
  const market = await openMarketplace(options);
  const tokens = await market.connect();
  const [first = '', second = '', third = ''] = market.ready.businesses.map(
    ({ businessID }) => businessID,
  );
  const base = `/api/v4/businesses/${first}/reviews`;
  const get = async (path: string) => {
    const answer = await market.call(tokens, 'GET', path);
    expect(answer.status).toBe(200);
    return answer.json as Page;
  };
  const write = async (body: object = {}) =>
    (await market.control('POST', '/reviews', body)) as Review;
  return { market, tokens, first, second, third, base, get, write };
}

const sortNewestFirst = (reviews: readonly Review[]) =>
  reviews.toSorted((a, b) => Date.parse(b.createTime) - Date.parse(a.createTime));

describe('The reviews of a business', () => {
  test('are complete records, the newest first', async () => {
    const { get, base, first } = await openReviews();
    const { data } = await get(`${base}?limit=100`);
    expect(data.length).toBeGreaterThanOrEqual(24);
    for (const review of data) {
      expect(review).toEqual({
        reviewID: expect.stringMatching(/^\d{18}$/) as string,
        businessID: first,
        reviewText: expect.stringMatching(/\S.*[.!]$/) as string,
        rating: expect.any(Number) as number,
        createTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        reviewerName: expect.stringMatching(/^\S.* \S\.$/) as string,
        responseText: review.responseTime === null ? null : (expect.any(String) as string),
        responseTime: review.responseText === null ? null : (expect.any(String) as string),
        negotiationID:
          review.negotiationID === null ? null : (expect.stringMatching(/^\d{18}$/) as string),
        categoryID: expect.stringMatching(/^\d{18}$/) as string,
        images: expect.any(Array) as unknown,
      });
      expect([1, 2, 3, 4, 5]).toContain(review.rating);
      expect(Date.parse(review.createTime)).toBeLessThan(Date.now());
    }
    expect(data).toEqual(sortNewestFirst(data));
  });

  test('cover every rating, some with answers, in Spanish, or with existing pictures', async () => {
    const { get, market } = await openReviews();
    const ids = market.ready.businesses.map(({ businessID }) => `businessIDs=${businessID}`);
    const { data } = await get(`/v4/reviews/?limit=100&${ids.join('&')}`);
    expect(new Set(data.map(({ rating }) => rating)).size).toBeGreaterThanOrEqual(4);
    expect(data.some(({ responseText }) => responseText !== null)).toBe(true);
    expect(data.some(({ reviewText }) => /\b(con|muy|trabajo)\b/i.test(reviewText))).toBe(true);
    expect(new Set(data.map(({ reviewText }) => reviewText)).size).toBeGreaterThan(
      data.length * 0.9,
    );
    const [picture] = data.flatMap(({ images }) => images);
    expect((await sendRequest(picture ?? '')).headers['content-type']).toBe('image/png');
  });

  test('of picked leads name the lead and its customer', async () => {
    const { get, market, tokens, base } = await openReviews({ leads: 300 });
    const { data } = await get(`${base}?limit=100`);
    const linked = data.filter(({ negotiationID }) => negotiationID !== null);
    expect(linked.length).toBeGreaterThan(5);
    for (const { negotiationID, reviewerName } of linked) {
      const lead = await market.call(tokens, 'GET', `/v4/negotiations/${negotiationID}`);
      const { customer, status } = lead.json as {
        customer: { firstName: string; lastName: string };
        status: string;
      };
      expect(status).toBe('Picked');
      expect(reviewerName).toBe(`${customer.firstName.trim()} ${customer.lastName.charAt(0)}.`);
    }
  });

  test('are paged by limit, offset and next', async () => {
    const { get, base } = await openReviews();
    const all = (await get(`${base}?limit=100`)).data;
    const seen: Review[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page: Page = await get(`${base}?limit=7&offset=${offset}`);
      expect(page.pagination).toMatchObject({ limit: 7, offset });
      seen.push(...page.data);
      offset = page.pagination.next;
    }
    expect(seen).toEqual(all);
    expect((await get(base)).data).toEqual(all.slice(0, 20));
    expect(await get(`${base}?offset=5000`)).toEqual({
      data: [],
      pagination: { limit: 20, offset: 5000, next: null },
    });
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=x'])(
    'reject %s with 400',
    async (query) => {
      const { market, tokens, base, first } = await openReviews();
      for (const path of [`${base}?${query}`, `/v4/reviews?businessIDs=${first}&${query}`])
        expect((await market.call(tokens, 'GET', path)).status).toBe(400);
    },
  );

  test.each(['', '/api', '/staging', '/staging/api'])(
    'are served below “%s”, with and without a slash at the end',
    async (prefix) => {
      const { get, first } = await openReviews();
      for (const slash of ['', '/']) {
        const one = await get(`${prefix}/v4/businesses/${first}/reviews${slash}?limit=3`);
        const several = await get(`${prefix}/v4/reviews${slash}?businessIDs=${first}&limit=3`);
        expect(several).toEqual(one);
      }
    },
  );

  test('require any live v4 token, and no legacy one', async () => {
    const { market, base, first } = await openReviews();
    const poor = await market.connect({ scope: 'supply::users.read' });
    const legacy = (await market.legacyConnect(first)).json as { access_token: string };
    for (const path of [base, `/v4/reviews?businessIDs=${first}`]) {
      expect((await market.call(poor, 'GET', path)).status).toBe(200);
      for (const host of ['', '/staging'])
        expect((await market.call(legacy, 'GET', host + path)).status).toBe(401);
    }
  });
});

describe('The reviews of several businesses', () => {
  test('are merged with the newest first, without duplicates', async () => {
    const { get, first, second, third } = await openReviews();
    const of = async (id: string) => (await get(`/v4/businesses/${id}/reviews?limit=100`)).data;
    const query = [first, second, third, first].map((id) => `businessIDs=${id}`).join('&');
    const together = [...(await of(first)), ...(await of(second)), ...(await of(third))];
    const page = await get(`/v4/reviews/?limit=100&${query}`);
    expect(page.data).toEqual(sortNewestFirst(together).slice(0, 100));
    const next = await get(`/v4/reviews/?limit=100&offset=${page.pagination.next}&${query}`);
    expect([...page.data, ...next.data]).toEqual(sortNewestFirst(together).slice(0, 200));
  });

  test('require businesses of the user', async () => {
    const { market, tokens, first } = await openReviews();
    const foreign = ((await market.createTestLead()).json as TestLead).business.businessID;
    const status = async (query: string) =>
      (await market.call(tokens, 'GET', `/v4/reviews/${query}`)).status;
    expect(await status('')).toBe(400);
    expect(await status('?businessIDs=')).toBe(400);
    expect(await status(`?businessIDs=${first}&businessIDs=${foreign}`)).toBe(403);
    expect(await status(`?businessIDs=${first}&businessIDs=400000000000000000`)).toBe(404);
  });
});

describe('A new review', () => {
  test('is listed first, and ReviewCreatedV4 has the full record', async () => {
    const { market, tokens, base, first, second, get, write } = await openReviews();
    const receiver = await openReceiver();
    const register = (businessID: string, path: string, eventTypes: string[]) =>
      market.call(tokens, 'POST', `/v4/businesses/${businessID}/webhooks`, {
        webhookURL: receiver.url + path,
        eventTypes,
      });
    const hook = await register(first, '/reviews', ['ReviewCreatedV4']);
    await register(first, '/messages', ['MessageCreatedV4']);
    await register(second, '/other', ['ReviewCreatedV4']);
    const review = await write({ businessID: first, rating: 4, text: 'Good work.' });
    expect(review).toMatchObject({
      businessID: first,
      rating: 4,
      reviewText: 'Good work.',
      responseText: null,
    });
    expect((await get(`${base}?limit=1`)).data).toEqual([review]);
    await receiver.atLeast(1);
    await write({ businessID: second });
    const received = await receiver.atLeast(2);
    expect(received.map(({ path }) => path)).toEqual(['/reviews', '/other']);
    expect(received[0]?.body).toEqual({
      event: {
        eventType: 'ReviewCreatedV4',
        description: expect.any(String) as string,
        webhookID: (hook.json as { webhookID: string }).webhookID,
        triggeredAt: expect.stringMatching(/Z$/) as string,
      },
      data: review,
    });
  });

  test('is by the customer of a lead, each of whom writes one review', async () => {
    const { first, write, get, base, market, tokens } = await openReviews({ leads: 30 });
    const written = [];
    for (let i = 0; i < 4; i++) written.push(await write({ businessID: first }));
    const leads = written.map(({ negotiationID }) => negotiationID);
    expect(new Set(leads).size).toBe(4);
    for (const id of leads)
      expect((await market.call(tokens, 'GET', `/v4/negotiations/${id}`)).json).toMatchObject({
        business: { businessID: first },
      });
    const { data } = await get(`${base}?limit=4`);
    expect(data).toEqual(written.toReversed());
  });

  test('can be about a job without a lead', async () => {
    const { first, write } = await openReviews({ leads: 0 });
    expect((await write({ businessID: first })).negotiationID).toBeNull();
  });

  test.each([[{ rating: 0 }], [{ rating: 6 }], [{ rating: 4.5 }], [{ text: '' }]])(
    'like %j is rejected by the control interface',
    async (body) => {
      const { write } = await openReviews();
      await expect(write(body)).rejects.toThrow('"status":400');
    },
  );

  test('arrives now and then with traffic on', async () => {
    const { market, tokens } = await openReviews({ traffic: 60 });
    const receiver = await openReceiver();
    for (const { businessID } of market.ready.businesses)
      await market.call(tokens, 'POST', `/v4/businesses/${businessID}/webhooks`, {
        webhookURL: receiver.url,
        eventTypes: ['ReviewCreatedV4'],
      });
    while (receiver.received.length < 2) await market.advance(5);
    expect(receiver.received[0]?.body).toMatchObject({
      event: { eventType: 'ReviewCreatedV4' },
      data: { reviewID: expect.any(String) as string, rating: expect.any(Number) as number },
    });
  });

  test('is gone after a reset', async () => {
    const { market, base, first, write } = await openReviews();
    await write({ businessID: first, text: 'To be forgotten.' });
    await market.control('POST', '/reset');
    const answer = await market.call(await market.connect(), 'GET', `${base}?limit=1`);
    expect((answer.json as Page).data[0]?.reviewText).not.toBe('To be forgotten.');
  });
});

describe('Event kinds', () => {
  test('of business webhooks include reviews and the PresetJob kinds', async () => {
    const { market, tokens, first } = await openReviews();
    const eventTypes = ['ReviewCreatedV4', 'PresetJobCreatedV4', 'PresetJobCanceled'];
    const answer = await market.call(tokens, 'POST', `/v4/businesses/${first}/webhooks`, {
      webhookURL: 'http://127.0.0.1:9/',
      eventTypes,
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({ eventTypes });
  });
});
