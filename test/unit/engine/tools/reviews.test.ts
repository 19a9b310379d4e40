import { expect, it } from 'vitest';
import { commands } from '../../../../contract/commands.ts';
import { createReviewCommands } from '../../../../main/engine/tools/reviews.ts';
import { json, testService, type Respond } from '../support/http.ts';
import { testIngest } from '../support/ingest.ts';
import { negotiation } from '../support/records.ts';
import { accountID } from '../support/store.ts';

const bench = async (respond: Respond) => {
  const made = testIngest();
  const service = await testService(respond);
  const handlers = createReviewCommands({ store: made.store, findService: () => service.client });
  const page = async (after?: string) => {
    const answer = await handlers['reviews.page']({
      accountID,
      businessID: 'b1',
      limit: 20,
      ...(after !== undefined && { after }),
    });
    if (!answer.ok) throw new Error(answer.error.code);
    return commands['reviews.page'].output.parse(answer.value);
  };
  return { ...made, ...service, page };
};

const answers =
  (data: unknown, pagination: object = { limit: 20, offset: 0, next: null }): Respond =>
  (_asked, response) =>
    json(response, 200, { data, pagination });

it('a review has its entities decoded, and its lead and category if they are known', async () => {
  const made = await bench(
    answers([
      {
        reviewID: 'r1',
        reviewText: 'Fast &amp; tidy &lt;b&gt;',
        rating: 5,
        createTime: '2026-03-01T10:00:00Z',
        reviewerName: 'Mar&iacute;a D.',
        responseText: 'Thank you, that&#39;s kind',
        responseTime: '2026-03-02T10:00:00Z',
        negotiationID: '77',
        categoryID: '9',
        images: ['https://pictures.example/1.jpg'],
      },
    ]),
  );
  made.deliver(
    'NegotiationCreatedV4',
    negotiation('77', { request: { category: { categoryID: '9', name: 'Drain repair' } } }),
  );
  expect(await made.page()).toEqual({
    reviews: [
      {
        reviewID: 'r1',
        businessID: 'b1',
        rating: 5,
        text: 'Fast & tidy <b>',
        reviewer: 'María D.',
        at: Date.UTC(2026, 2, 1, 10),
        response: { text: "Thank you, that's kind", at: Date.UTC(2026, 2, 2, 10) },
        category: 'Drain repair',
        leadID: made.lead().leadID,
        images: ['https://pictures.example/1.jpg'],
      },
    ],
    next: null,
    unreadable: 0,
  });
});

it('a review of an unknown lead has no lead and no category', async () => {
  const { page } = await bench(answers([{ reviewID: 'r1', negotiationID: '404' }]));
  const [review] = (await page()).reviews;
  expect(review).toMatchObject({ leadID: null, category: null, rating: null, response: null });
});

it('only pictures with plain https URLs are kept', async () => {
  const images = [
    'http://a.example/1',
    'javascript:alert(1)',
    'https://user:pw@a.example/',
    'no',
    'https://a.example/2',
  ];
  const { page } = await bench(answers([{ reviewID: 'r1', images }]));
  expect((await page()).reviews[0]?.images).toEqual(['https://a.example/2']);
});

it('an unreadable record is counted, and the others are still shown', async () => {
  const { page } = await bench(answers([{ rating: 1 }, 'x', { reviewID: 'r1' }]));
  expect(await page()).toMatchObject({ reviews: [{ reviewID: 'r1' }], unreadable: 2 });
});

it('the next page is requested with the cursor of the service', async () => {
  const made = await bench((_asked, response, nth) =>
    json(response, 200, {
      data: [{ reviewID: String(nth) }],
      pagination: { limit: 20, offset: 0, next: nth === 1 ? '?limit=20&cursor=a%26b' : null },
    }),
  );
  const first = await made.page();
  const second = await made.page(first.next ?? '');
  expect(second.next).toBeNull();
  expect(made.asked.map(({ path }) => path)).toEqual([
    '/api/v4/businesses/b1/reviews?limit=20&offset=0',
    '/api/v4/businesses/b1/reviews?limit=20&offset=0&cursor=a%26b',
  ]);
});

it('a missing scope is reported as such', async () => {
  const made = await bench((_asked, response) =>
    json(response, 401, { detail: 'Missing scope supply::reviews.read', traceID: 't1' }),
  );
  await expect(made.page()).rejects.toThrow('scope_missing');
});
