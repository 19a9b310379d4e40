import { expect, it } from 'vitest';
import type { NewReview } from '../../../../main/engine/accounts/ingest/changes.ts';
import { changeSettings } from '../../../../main/engine/platform/settings.ts';
import { noticeBench } from '../support/notices.ts';
import { accountID, noon } from '../support/store.ts';

const minute = 60_000;

const review = (reviewID: string, more: Partial<NewReview> = {}): NewReview => ({
  accountID,
  businessID: 'b1',
  reviewID,
  rating: 5,
  reviewer: 'Gabriela D.',
  text: 'Quick.',
  at: noon,
  ...more,
});
const setUp = () => {
  const bench = noticeBench();
  return {
    ...bench,
    bring: (...reviews: readonly NewReview[]) => bench.policy().considerReviews(reviews),
    titles: () => bench.notices.map(({ title }) => title),
  };
};

it('a new review has one notice, even if it is delivered again after a restart', () => {
  const { bring, titles, notices, restart } = setUp();
  bring(review('1'), review('1'));
  bring(review('1'));
  restart();
  bring(review('1'));
  expect(titles()).toEqual(['New review: 5 stars from Gabriela D.']);
  expect(notices[0]?.review).toEqual({ businessID: 'b1', reviewID: '1' });
});

it.each([
  [{ rating: 1 }, 'New review: 1 star from Gabriela D.', 'Nueva reseña: 1 estrella de Gabriela D.'],
  [{ reviewer: '' }, 'New review: 5 stars', 'Nueva reseña: 5 estrellas'],
  [{ rating: null }, 'New review from Gabriela D.', 'Nueva reseña de Gabriela D.'],
  [{ rating: null, reviewer: '' }, 'New review', 'Nueva reseña'],
])(
  'the notice of a review shows what is known in English and Spanish: %j',
  (more, english, spanish) => {
    const { bring, titles, store } = setUp();
    bring(review('1', more));
    changeSettings(store, { language: 'es' });
    bring(review('2', more));
    expect(titles()).toEqual([english, spanish]);
  },
);

it('a review from before the account was connected has no notice', () => {
  const { bring, titles } = setUp();
  bring(review('1', { at: noon - 365 * 24 * 60 * minute }));
  expect(titles()).toEqual([]);
});

it('a review held by a newer version leaves the others', () => {
  const { bring, titles, policy, store, clock } = setUp();
  policy().pause('hour');
  bring(review('1'));
  store.db.exec(`UPDATE settings SET value = json_insert(value, '$[#]', json('{"newer":1}'))
    WHERE name LIKE 'notices.reviews%'`);
  bring(review('2'));
  policy().pause('none');
  clock.advance(minute);
  expect(titles()).toEqual([
    'New review: 5 stars from Gabriela D.',
    'New review: 5 stars from Gabriela D.',
  ]);
});

it('a review during quiet time has one notice at its end', () => {
  const { bring, titles, policy, restart, clock } = setUp();
  policy().pause('hour');
  bring(review('1'));
  restart();
  expect(titles()).toEqual([]);
  policy().pause('none');
  clock.advance(minute);
  expect(titles()).toEqual(['New review: 5 stars from Gabriela D.']);
});

it('more than three reviews at once share one notice', () => {
  const { bring, titles } = setUp();
  bring(...['1', '2', '3', '4'].map((id) => review(id)));
  expect(titles()).toEqual(['4 new reviews']);
});

it('a review has no notice while notifications are off, nor later', () => {
  const { bring, titles, store } = setUp();
  changeSettings(store, { notifications: false });
  bring(review('1'));
  changeSettings(store, { notifications: true });
  bring(review('1'));
  expect(titles()).toEqual([]);
});
