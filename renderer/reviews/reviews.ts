/**
 * Loads the reviews of each business as its own query, page by page, and merges them into one list.
 * The first businesses are loaded when the page opens, others on demand. Everything is dropped when
 * the page is left.
 */
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Review } from '../../contract/commands/reviews.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import { buildPagedQuery, type Queries } from '../platform/queries.ts';

const pageSize = 20;
/** Businesses loaded when the page opens, and by each "Show more" after that. */
const maxBusinesses = 20;
/** Parallel requests: the service's rate limit is shared with the leads. */
const maxRequests = 4;
/** Each "Show more" loads pages until it has this many new reviews. */
const minNewReviews = 10;

export type ReviewedBusiness = {
  readonly accountID: AccountID;
  readonly businessID: string;
  readonly name: string;
};

/** Each business once, in their order. If several accounts own it, a working one is used. */
export const listBusinesses = (
  accounts: readonly Account[],
  known: readonly ReviewedBusiness[],
): readonly ReviewedBusiness[] => {
  const isWorking = ({ grant, missingScopes }: Account): boolean =>
    grant.state === 'connected' && missingScopes.length === 0;
  const owned = known.flatMap((business) =>
    accounts
      .filter(({ accountID }) => accountID === business.accountID)
      .map((account) => ({ business, account })),
  );
  const byBusiness = Map.groupBy(owned, ({ business, account }) =>
    JSON.stringify([account.host, business.businessID]),
  );
  return [...byBusiness.values()].flatMap((owners) => {
    const owner = owners.find(({ account }) => isWorking(account)) ?? owners[0];
    return owner?.business ?? [];
  });
};

export type BusinessReviews = {
  readonly business: ReviewedBusiness;
  /** `waiting`: not requested yet. */
  readonly state: 'waiting' | 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly reviews: readonly Review[];
  readonly hasMore: boolean;
  /** A page was loaded. */
  readonly hasLoaded: boolean;
  readonly unreadable: number;
};

export type Reviews = {
  readonly byBusiness: readonly BusinessReviews[];
  /** Key of the shown business; null for all. */
  readonly chosen: string | null;
  /** Updates the businesses and loads the first page of the first ones. */
  readonly show: (businesses: readonly ReviewedBusiness[]) => Promise<void>;
  /** Shows and loads one business; null shows all. */
  readonly choose: (key: string | null) => Promise<void>;
  /** Loads a business that was not requested yet. */
  readonly loadBusiness: (businessID: string) => Promise<void>;
  readonly loadMore: () => Promise<void>;
  readonly retry: () => Promise<void>;
  /** Reloads the loaded reviews of a business, or of all. */
  readonly reload: (businessID: string | undefined) => Promise<void>;
  readonly leave: () => void;
};

export const toKey = ({ accountID, businessID }: ReviewedBusiness): string =>
  JSON.stringify([accountID, businessID]);

const getTime = ({ at }: Review): number => at ?? 0;

const findOldestTime = ({ reviews }: BusinessReviews): number =>
  Math.min(Infinity, ...reviews.map(getTime));

/** The time since which all reviews are loaded: no unfinished business has one between it and now. */
const findCompleteSince = (byBusiness: readonly BusinessReviews[]): number =>
  // A business without readable reviews has no time and must not hide the others.
  Math.max(
    -Infinity,
    ...byBusiness
      .filter(({ hasMore, reviews }) => hasMore && reviews.length > 0)
      .map(findOldestTime),
  );

export const filterShown = ({ byBusiness, chosen }: Pick<Reviews, 'byBusiness' | 'chosen'>) =>
  byBusiness.filter(({ business }) => chosen === null || toKey(business) === chosen);

/**
 * The reviews to show, newest first. Reviews older than the loaded part of another business are
 * held back, so that "Show more" only appends.
 */
export const listReviews = (byBusiness: readonly BusinessReviews[]): readonly Review[] => {
  const since = findCompleteSince(byBusiness);
  return byBusiness
    .flatMap(({ reviews }) => reviews)
    .filter((review) => getTime(review) >= since)
    .toSorted((a, b) => getTime(b) - getTime(a) || (a.reviewID < b.reviewID ? -1 : 1));
};

export const canLoadMore = (byBusiness: readonly BusinessReviews[]): boolean =>
  byBusiness.some(({ hasMore, state }) => hasMore || state === 'waiting');

export const countWaiting = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.filter(({ state }) => state === 'waiting').length;

const countReviews = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.reduce((sum, { reviews }) => sum + reviews.length, 0);

export const countUnreadable = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.reduce((sum, { unreadable }) => sum + unreadable, 0);

/** Average of the loaded ratings; null without any. */
export const computeAverage = (reviews: readonly Review[]): number | null => {
  const ratings = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return ratings.length === 0 ? null : ratings.reduce((sum, each) => sum + each) / ratings.length;
};

type Page = CommandOutput<'reviews.page'>;

/**
 * The next page's cursor. A page without new reviews, or whose next page is itself, ends the list;
 * otherwise it would repeat forever.
 */
const findNextCursor = (
  { reviews, next, unreadable }: Page,
  pages: readonly Page[],
  { after }: { readonly after?: string | undefined },
): { readonly after: string } | null => {
  const known = new Set(
    pages.slice(0, -1).flatMap((page) => page.reviews.map(({ reviewID }) => reviewID)),
  );
  const isEmpty = unreadable === 0 && reviews.every(({ reviewID }) => known.has(reviewID));
  return next === null || isEmpty || next === after ? null : { after: next };
};

const buildQuery = ({ accountID, businessID }: ReviewedBusiness) => ({
  ...buildPagedQuery('reviews.page', { accountID, businessID, limit: pageSize }, findNextCursor),
  // Fetched only on demand: an automatic refetch would request all pages again.
  enabled: false,
  gcTime: 0,
});

/** Runs `work` for each item, at most `max` at a time. */
const forEachFew = async <T>(
  items: readonly T[],
  max: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const remaining = [...items];
  const worker = async (): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(max, remaining.length) }, worker));
};

/** Loads the reviews of a business. @param onChange called whenever `getReviews` may return others */
const createLoader = (
  { client, fetchNext }: Queries,
  business: ReviewedBusiness,
  onChange: () => void,
) => {
  const query = buildQuery(business);
  const observer = new InfiniteQueryObserver(client, query);
  /** The loaded reviews must be loaded again. */
  let isStale = false;
  const reload = async (): Promise<void> => {
    isStale = true;
    await fetchNext(query, async () => {
      const { isError } = await observer.refetch({ cancelRefetch: false });
      isStale = isError;
    });
  };
  const loader = {
    business,
    isRequested: false,
    unsubscribe: observer.subscribe(onChange),
    getReviews: (): BusinessReviews => {
      const { data, error, isFetching, isPending, hasNextPage } = observer.getCurrentResult();
      const pages = data?.pages ?? [];
      const reviews = new Map(
        pages.flatMap((page) => page.reviews.map((review) => [review.reviewID, review])),
      );
      return {
        business,
        state:
          isPending && !loader.isRequested
            ? 'waiting'
            : isFetching || isPending
              ? 'loading'
              : error === null
                ? 'ready'
                : 'failed',
        error: isFetching ? null : error,
        reviews: [...reviews.values()],
        hasMore: hasNextPage,
        hasLoaded: pages.length > 0,
        unreadable: pages.reduce((sum, { unreadable }) => sum + unreadable, 0),
      };
    },
    reload,
    loadPage: (): Promise<unknown> => {
      if (observer.getCurrentResult().data === undefined)
        return observer.refetch({ cancelRefetch: false });
      if (isStale) return reload();
      return fetchNext(query, () => observer.fetchNextPage({ cancelRefetch: false }));
    },
  };
  return loader;
};

export const createReviews = (queries: Queries): StoreApi<Reviews> =>
  createStore<Reviews>()((set, get) => {
    let loaders: readonly ReturnType<typeof createLoader>[] = [];
    const publish = (): void => set({ byBusiness: loaders.map(({ getReviews }) => getReviews()) });

    const loadPages = async (of: readonly BusinessReviews[]): Promise<void> => {
      const businesses = of.map(({ business }) => business);
      const requested = loaders.filter(({ business }) => businesses.includes(business));
      for (const each of requested) each.isRequested = true;
      publish();
      await forEachFew(requested, maxRequests, (each) => each.loadPage());
      publish();
    };

    const loadWaiting = async (): Promise<void> => {
      const waiting = filterShown(get()).filter(({ state }) => state === 'waiting');
      await loadPages(waiting.slice(0, maxBusinesses));
    };

    return {
      byBusiness: [],
      chosen: null,
      show: async (businesses) => {
        const before = loaders;
        const keys = new Set(businesses.map(toKey));
        for (const { business, unsubscribe } of before)
          if (!keys.has(toKey(business))) unsubscribe();
        loaders = businesses.map(
          (business) =>
            before.find((each) => toKey(each.business) === toKey(business)) ??
            createLoader(queries, business, publish),
        );
        const { chosen } = get();
        set({ chosen: chosen !== null && keys.has(chosen) ? chosen : null });
        publish();
        if (loaders.filter(({ isRequested }) => isRequested).length < maxBusinesses)
          await loadWaiting();
      },
      choose: async (chosen) => {
        set({ chosen });
        if (chosen !== null) await loadWaiting();
      },
      loadBusiness: (businessID) =>
        loadPages(
          get().byBusiness.filter(
            ({ business, state }) => business.businessID === businessID && state === 'waiting',
          ),
        ),
      loadMore: async () => {
        const before = listReviews(filterShown(get())).length;
        for (;;) {
          const shown = filterShown(get());
          if (shown.some(({ state }) => state === 'loading')) return;
          if (countWaiting(shown) > 0) return loadWaiting();
          const unfinished = shown.filter(({ hasMore }) => hasMore);
          if (unfinished.length === 0) return;
          const since = findCompleteSince(shown);
          const next = unfinished.filter((each) => findOldestTime(each) >= since);
          await loadPages(next);
          const now = filterShown(get());
          const hasFailed = now.some(
            ({ business, state }) =>
              state === 'failed' && next.some((each) => each.business === business),
          );
          // Pages without a readable review may never end, so each needs a click.
          const isUnreadable =
            countReviews(now) === countReviews(shown) &&
            countUnreadable(now) > countUnreadable(shown);
          if (hasFailed || isUnreadable || listReviews(now).length - before >= minNewReviews)
            return;
        }
      },
      retry: () => loadPages(get().byBusiness.filter(({ state }) => state === 'failed')),
      reload: async (businessID) => {
        const stale = loaders.filter(
          ({ business, isRequested }) =>
            isRequested && (businessID === undefined || business.businessID === businessID),
        );
        if (businessID !== undefined) await get().loadBusiness(businessID);
        await forEachFew(stale, maxRequests, ({ reload }) => reload());
        publish();
      },
      leave: () => {
        for (const { unsubscribe } of loaders) unsubscribe();
        loaders = [];
        publish();
      },
    };
  });
