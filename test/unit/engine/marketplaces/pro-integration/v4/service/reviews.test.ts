import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../../../main/engine/platform/http/parse.ts';
import { reviewRecord } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/reviews.ts';
import { json, testService } from '../../../../support/http.ts';

describe('the reviews of one business', () => {
  it('are requested by limit and offset, and the next page as the service names it', async () => {
    const service = await testService((_asked, response, nth) =>
      json(response, 200, {
        data: [{ reviewID: String(nth) }],
        pagination:
          nth === 1
            ? { limit: 1, offset: 0, next: 'https://elsewhere.example/v4/x?limit=1&offset=1&k=v' }
            : { limit: 1, offset: 1, next: null },
      }),
    );
    const first = await service.client.reviews.fetchPage('a/b', { limit: '1', offset: '0' });
    const next = first.ok ? first.value.next : null;
    expect(next).toEqual({ limit: '1', offset: '1', k: 'v' });
    const second = await service.client.reviews.fetchPage('a/b', next ?? {});
    expect(second).toMatchObject({ ok: true, value: { next: null } });
    expect(service.asked.map(({ path }) => path)).toEqual([
      '/api/v4/businesses/a%2Fb/reviews?limit=1&offset=0',
      '/api/v4/businesses/a%2Fb/reviews?limit=1&offset=1&k=v',
    ]);
  });
});

describe('a review record', () => {
  const read = (more: object) => {
    const answer = parse(reviewRecord, { reviewID: 'r1', ...more });
    if (!answer.ok) throw new Error(answer.error.detail);
    return answer.value;
  };

  it('needs nothing but its ID', () => {
    expect(read({ mood: 'sunny' })).toEqual({ reviewID: 'r1', images: [] });
    expect(parse(reviewRecord, { rating: 5 })).toMatchObject({ ok: false });
  });

  it('accepts a rating only as a number or as digits', () => {
    expect(
      [4, '4.5', 'great', '', null, {}, Infinity].map((rating) => read({ rating }).rating),
    ).toEqual([4, 4.5, undefined, undefined, undefined, undefined, undefined]);
  });

  it('accepts pictures as URLs or as objects with a URL', () => {
    const images = [
      'https://a.example/1',
      { url: 'https://a.example/2' },
      { imageURL: 'u' },
      4,
      {},
    ];
    expect(read({ images }).images).toEqual(['https://a.example/1', 'https://a.example/2', 'u']);
  });
});
