import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Review } from '../../../../contract/commands/reviews.ts';
import { type Account } from '../../../../contract/accounts.ts';
import { type AccountID } from '../../../../contract/records.ts';
import { createQueries } from '../../../../renderer/platform/queries.ts';
import {
  computeAverage,
  listBusinesses,
  createReviews,
  canLoadMore,
  toKey,
  listReviews,
  filterShown,
  countUnreadable,
  countWaiting,
  type Reviews,
} from '../../../../renderer/reviews/reviews.ts';
import { accountLike } from '../support/accounts.ts';
import { fakeBridge, no, ok } from '../support/samples.ts';

const review = (businessID: string, at: number, rating: number | null = 5): Review => ({
  reviewID: `${businessID}-${at}`,
  businessID,
  rating,
  text: 'Good.',
  reviewer: 'Ann',
  at,
  response: null,
  category: null,
  leadID: null,
  images: [],
});

const business = (businessID: string) => ({
  accountID: 'a1' as AccountID,
  businessID,
  name: businessID,
});

type Times = Readonly<Record<string, readonly number[]>>;

/** A service with reviews at these times for each business, newest first, in pages of `size`. */
const createService = (times: Times, size: number) =>
  fakeBridge({
    'reviews.page': ({ businessID, after }) => {
      const all = times[businessID] ?? [];
      const from = Number(after ?? 0);
      const next = from + size;
      return ok({
        reviews: all.slice(from, next).map((at) => review(businessID, at)),
        next: next < all.length ? String(next) : null,
        unreadable: 0,
      });
    },
  });

const times = (state: Reviews): readonly (number | null)[] =>
  listReviews(filterShown(state)).map(({ at }) => at);

describe('the reviews of all businesses', () => {
  it('are merged newest first, and those that others may precede wait', async () => {
    const store = createReviews(
      createQueries(createService({ b1: [9, 8, 7, 6], b2: [10, 5, 1] }, 2)),
    );
    await store.getState().show([business('b1'), business('b2')]);
    expect(times(store.getState())).toEqual([10, 9, 8]);
    await store.getState().loadMore();
    expect(times(store.getState())).toEqual([10, 9, 8, 7, 6, 5, 1]);
    expect(canLoadMore(store.getState().byBusiness)).toBe(false);
  });

  it('grow only at the end and appear once, for any pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 30 }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        async (lists, size) => {
          const timesByBusiness = Object.fromEntries(
            lists.map((list, index) => [`b${index}`, [...new Set(list)].toSorted((a, b) => b - a)]),
          );
          const store = createReviews(createQueries(createService(timesByBusiness, size)));
          await store.getState().show(Object.keys(timesByBusiness).map(business));
          let before = times(store.getState());
          for (let n = 0; n < 200 && canLoadMore(store.getState().byBusiness); n += 1) {
            await store.getState().loadMore();
            const now = times(store.getState());
            expect(now.slice(0, before.length)).toEqual(before);
            before = now;
          }
          expect(before).toEqual(
            Object.values(timesByBusiness)
              .flat()
              .toSorted((a, b) => b - a),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are shown even if one business fails, which can be retried', async () => {
    let broken = true;
    const bridge = fakeBridge({
      'reviews.page': ({ businessID }) =>
        businessID === 'b2' && broken
          ? no('scope_missing')
          : ok({ reviews: [review(businessID, 3)], next: null, unreadable: 0 }),
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1'), business('b2')]);
    expect(store.getState().byBusiness).toMatchObject([
      { state: 'ready' },
      { state: 'failed', error: { code: 'scope_missing' } },
    ]);
    expect(times(store.getState())).toEqual([3]);
    broken = false;
    await store.getState().retry();
    expect(times(store.getState())).toEqual([3, 3]);
    expect(bridge.calls).toHaveLength(3);
  });

  it('continue after an unreadable page, one at a time', async () => {
    const pages = [
      { reviews: [review('b1', 3)], next: '1', unreadable: 0 },
      { reviews: [], next: '2', unreadable: 20 },
      { reviews: [], next: '3', unreadable: 20 },
      { reviews: [review('b1', 2)], next: null, unreadable: 0 },
    ];
    const bridge = fakeBridge({
      'reviews.page': ({ after }) => {
        const page = pages[Number(after ?? 0)];
        return page === undefined ? no('gone') : ok(page);
      },
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1')]);
    await store.getState().loadMore();
    expect(bridge.calls).toHaveLength(2);
    expect(canLoadMore(store.getState().byBusiness)).toBe(true);
    await store.getState().loadMore();
    await store.getState().loadMore();
    expect(times(store.getState())).toEqual([3, 2]);
    expect(countUnreadable(store.getState().byBusiness)).toBe(40);
    expect(canLoadMore(store.getState().byBusiness)).toBe(false);
  });

  it('are shown even if the first page of one business is unreadable', async () => {
    const bridge = fakeBridge({
      'reviews.page': ({ businessID, after }) =>
        ok(
          businessID === 'b2' && after === undefined
            ? { reviews: [], next: '1', unreadable: 20 }
            : { reviews: [review(businessID, 3)], next: null, unreadable: 0 },
        ),
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1'), business('b2')]);
    expect(times(store.getState())).toEqual([3]);
    await store.getState().loadMore();
    expect(times(store.getState())).toEqual([3, 3]);
  });

  it('end when the service repeats the same page', async () => {
    const bridge = fakeBridge({
      'reviews.page': () => ok({ reviews: [review('b1', 3)], next: 'again', unreadable: 0 }),
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1')]);
    await store.getState().loadMore();
    expect(canLoadMore(store.getState().byBusiness)).toBe(false);
    expect(times(store.getState())).toEqual([3]);
  });

  it('are reloaded by a retry after a new review could not be fetched', async () => {
    const all = [3, 2, 1];
    let isDown = false;
    const bridge = fakeBridge({
      'reviews.page': ({ after }) => {
        if (isDown) return no('offline');
        const from = Number(after ?? 0);
        const reviews = all.slice(from, from + 2).map((at) => review('b1', at));
        const next = from + 2 < all.length ? String(from + 2) : null;
        return ok({ reviews, next, unreadable: 0 });
      },
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1')]);
    all.unshift(4);
    isDown = true;
    await store.getState().reload('b1');
    expect(store.getState().byBusiness[0]?.state).toBe('failed');
    isDown = false;
    await store.getState().retry();
    expect(times(store.getState())).toEqual([4, 3]);
  });

  it('are reloaded by a retry if the later of two changes could not be fetched', async () => {
    let calls = 0;
    const bridge = fakeBridge({
      'reviews.page': () =>
        (calls += 1) === 3
          ? no('offline')
          : ok({ reviews: [review('b1', calls)], next: 'n', unreadable: 0 }),
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1')]);
    await Promise.all([store.getState().reload('b1'), store.getState().reload('b1')]);
    expect(store.getState().byBusiness[0]?.state).toBe('failed');
    await store.getState().retry();
    expect(times(store.getState())).toEqual([4]);
  });

  it('stop at a failure and keep the loaded ones', async () => {
    let calls = 0;
    const bridge = fakeBridge({
      'reviews.page': () =>
        (calls += 1) === 1
          ? ok({ reviews: [review('b1', 3)], next: 'n', unreadable: 0 })
          : no('offline'),
    });
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1')]);
    await store.getState().loadMore();
    expect(calls).toBe(2);
    expect(times(store.getState())).toEqual([3]);
    expect(store.getState().byBusiness[0]).toMatchObject({ state: 'failed', hasMore: true });
  });
});

describe('one business', () => {
  it('is shown alone, without a second request when the businesses are set again', async () => {
    const bridge = createService({ b1: [2], b2: [1] }, 5);
    const store = createReviews(createQueries(bridge));
    await store.getState().show([business('b1'), business('b2')]);
    await store.getState().choose(JSON.stringify(['a1', 'b2']));
    await store.getState().show([business('b1'), business('b2')]);
    expect(times(store.getState())).toEqual([1]);
    expect(bridge.calls).toHaveLength(2);
  });

  it('that is gone is replaced by all businesses', async () => {
    const store = createReviews(createQueries(createService({ b1: [2], b2: [1] }, 5)));
    await store.getState().show([business('b1'), business('b2')]);
    await store.getState().choose(JSON.stringify(['a1', 'b2']));
    await store.getState().show([business('b1')]);
    expect(times(store.getState())).toEqual([2]);
  });
});

describe('a business that two accounts own', () => {
  const of = (accountID: string, change: Partial<Account> = {}): Account =>
    accountLike(accountID, 'v4', 'connected', {
      profileName: 'Harbor Leads',
      userName: '',
      ...change,
    });
  const known = ['a1', 'a2'].map((accountID) => ({
    ...business('b1'),
    accountID: accountID as AccountID,
  }));

  it('is requested once', () => {
    expect(listBusinesses([of('a1'), of('a2')], known)).toEqual([known[0]]);
  });

  it.each<Partial<Account>>([
    { missingScopes: ['supply::reviews.read'] },
    { grant: { state: 'reconnect', since: 0, memoryOnly: false } },
  ])('is requested from the working account, not from one with %j', (change) => {
    expect(listBusinesses([of('a1', change), of('a2')], known)).toEqual([known[1]]);
  });

  it('counts as two businesses at two services', () => {
    expect(listBusinesses([of('a1'), of('a2', { host: 'staging.example' })], known)).toEqual(known);
  });
});

it('an average includes only reviews with stars', () => {
  expect(computeAverage([review('b', 1, 5), review('b', 2, null), review('b', 3, 2)])).toBe(3.5);
  expect(computeAverage([review('b', 1, null)])).toBeNull();
});

describe('a thousand businesses', () => {
  /** A service that records the requested businesses and the number of parallel requests. */
  const counting = () => {
    const asked: string[] = [];
    let open = 0;
    let most = 0;
    const bridge = fakeBridge({
      'reviews.page': async ({ businessID }) => {
        asked.push(businessID);
        open += 1;
        most = Math.max(most, open);
        await new Promise((done) => setImmediate(done));
        open -= 1;
        return ok({
          reviews: [review(businessID, Number(businessID.slice(1)))],
          next: null,
          unreadable: 0,
        });
      },
    });
    return { asked, most: () => most, store: createReviews(createQueries(bridge)) };
  };
  const thousand = Array.from({ length: 1_000 }, (_, n) => business(`b${n + 1}`));

  it('are asked for once by a "Show more" that is pressed twice', async () => {
    const { asked, most, store } = counting();
    await store.getState().show(thousand);
    await Promise.all([store.getState().loadMore(), store.getState().loadMore()]);
    expect([asked.length, most()]).toEqual([40, 4]);
  });

  it('cost 20 requests at first, 4 at a time, and 20 more for each "Show more"', async () => {
    const { asked, most, store } = counting();
    await store.getState().show(thousand);
    expect([asked.length, most()]).toEqual([20, 4]);
    expect(countWaiting(store.getState().byBusiness)).toBe(980);
    expect(canLoadMore(store.getState().byBusiness)).toBe(true);
    await store.getState().loadMore();
    expect([asked.length, most()]).toEqual([40, 4]);
    await store.getState().show([...thousand]);
    expect(asked).toHaveLength(40);
  });

  it('cost one request when one is chosen, and none when it is chosen again', async () => {
    const { asked, store } = counting();
    await store.getState().show(thousand);
    await store.getState().choose(toKey(business('b700')));
    expect(asked.slice(20)).toEqual(['b700']);
    expect(times(store.getState())).toEqual([700]);
    await store.getState().choose(toKey(business('b700')));
    expect(asked).toHaveLength(21);
  });

  it('cost one request for a notified review, and only loaded ones are refetched', async () => {
    const { asked, store } = counting();
    await store.getState().show(thousand);
    await store.getState().loadBusiness('b900');
    await store.getState().reload('b901');
    expect(asked.slice(20)).toEqual(['b900', 'b901']);
    await store.getState().reload(undefined);
    expect(asked).toHaveLength(44);
  });
});
