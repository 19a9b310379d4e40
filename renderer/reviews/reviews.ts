/**
 * The reviews of each business as far as they were loaded, and how they make one list. Each business
 * is a query by itself, page by page as the service names them, so one that fails does not hide the
 * others. A few are asked at a time; beyond the first businesses, each is read when it is chosen or more is
 * asked for. They are read when the page is opened, when more are asked for and when a review is new, and
 * forgotten when the page is left.
 */
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Review } from '../../contract/commands/reviews.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import { askedByPages, type Queries } from '../platform/queries.ts';

const pageSize = 20;
/** Businesses that are read when the page opens, and by each "Show more" after that. */
const businessesAtOnce = 20;
/** Requests under way at a time: the service's limit is shared with the leads. */
const requestsAtOnce = 4;
/** "Show more" adds at least this many, if there are as many. */
const fewest = 10;

export type ReviewedBusiness = {
  readonly accountID: AccountID;
  readonly businessID: string;
  readonly name: string;
};

/**
 * Each business of the accounts once, in the order given: one that several accounts own is read by one
 * that is in order, where there is one.
 */
export const businessesOf = (
  accounts: readonly Account[],
  known: readonly ReviewedBusiness[],
): readonly ReviewedBusiness[] => {
  const inOrder = ({ grant, missingScopes }: Account): boolean =>
    grant.state === 'connected' && missingScopes.length === 0;
  const found = new Map<
    string,
    { readonly business: ReviewedBusiness; readonly account: Account }
  >();
  for (const business of known) {
    const account = accounts.find(({ accountID }) => accountID === business.accountID);
    if (account === undefined) continue;
    const key = JSON.stringify([account.host, business.businessID]);
    const other = found.get(key)?.account;
    if (other === undefined || (inOrder(account) && !inOrder(other)))
      found.set(key, { business, account });
  }
  return [...found.values()].map(({ business }) => business);
};

/** What is known of one business's reviews. */
export type BusinessReviews = {
  readonly business: ReviewedBusiness;
  /** `waiting`: not asked for yet. */
  readonly state: 'waiting' | 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly reviews: readonly Review[];
  /** Whether the service has more of them than are here. */
  readonly hasMore: boolean;
  /** Whether a page has come at all. */
  readonly begun: boolean;
  readonly unreadable: number;
};

export type Reviews = {
  readonly byBusiness: readonly BusinessReviews[];
  /** Key of the business that is shown; null shows all. */
  readonly chosen: string | null;
  /** Takes over which businesses there are, and reads the first page of the first ones. */
  readonly show: (businesses: readonly ReviewedBusiness[]) => Promise<void>;
  /** Shows one business, which is read if it was not, or all. */
  readonly choose: (key: string | null) => Promise<void>;
  /** Reads a business that was not read yet: something of it is to be shown. */
  readonly need: (businessID: string) => Promise<void>;
  /** Reads the pages that the list needs to go on. */
  readonly more: () => Promise<void>;
  /** Tries again what failed. */
  readonly retry: () => Promise<void>;
  /** Reads a business's reviews again as far as they are here; those of all where it is not named. */
  readonly reread: (businessID: string | undefined) => Promise<void>;
  /** Forgets all of it. */
  readonly leave: () => void;
};

export const keyOf = ({ accountID, businessID }: ReviewedBusiness): string =>
  JSON.stringify([accountID, businessID]);

const timeOf = ({ at }: Review): number => at ?? 0;

const oldestOf = ({ reviews }: BusinessReviews): number =>
  Math.min(Infinity, ...reviews.map(timeOf));

/** The time down to which the list is whole: the newest of those at which a business has yet to go on. */
const completeSince = (byBusiness: readonly BusinessReviews[]): number =>
  // A business of which nothing could be read says no time, and must not hide the others.
  Math.max(
    -Infinity,
    ...byBusiness.filter(({ hasMore, reviews }) => hasMore && reviews.length > 0).map(oldestOf),
  );

/** The businesses that are on the screen, with their reviews. */
export const shownBusinesses = ({ byBusiness, chosen }: Pick<Reviews, 'byBusiness' | 'chosen'>) =>
  byBusiness.filter(({ business }) => chosen === null || keyOf(business) === chosen);

/**
 * The reviews to show, newest first. While a business has older ones that are not here yet, reviews
 * of others that are older than all of its own wait for them: "show more" then only adds at the end.
 */
export const listed = (byBusiness: readonly BusinessReviews[]): readonly Review[] => {
  const since = completeSince(byBusiness);
  return byBusiness
    .flatMap(({ reviews }) => reviews)
    .filter((review) => timeOf(review) >= since)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (a.reviewID < b.reviewID ? -1 : 1));
};

/** True when the list goes on beyond what is here. */
export const goesOn = (byBusiness: readonly BusinessReviews[]): boolean =>
  byBusiness.some(({ hasMore, state }) => hasMore || state === 'waiting');

/** How many businesses were not asked about yet. */
export const waitingIn = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.filter(({ state }) => state === 'waiting').length;

const readIn = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.reduce((sum, { reviews }) => sum + reviews.length, 0);

/** How many reviews could not be read and are left out. */
export const unreadableIn = (byBusiness: readonly BusinessReviews[]): number =>
  byBusiness.reduce((sum, { unreadable }) => sum + unreadable, 0);

/** The average of the ratings that are here, or null when there is none. */
export const averageOf = (reviews: readonly Review[]): number | null => {
  const ratings = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return ratings.length === 0 ? null : ratings.reduce((sum, each) => sum + each) / ratings.length;
};

type Page = CommandOutput<'reviews.page'>;

/** A page that brings nothing, or names itself, would be followed by itself for ever. */
const afterPage = (
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

const pagesOf = ({ accountID, businessID }: ReviewedBusiness) => ({
  ...askedByPages('reviews.page', { accountID, businessID, limit: pageSize }, afterPage),
  // Read only by hand: all pages anew would ask the service for more than anybody looks at.
  enabled: false,
  gcTime: 0,
});

/** Does `work` for each item, at most `most` at a time. */
const forEachFew = async <T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, left.length) }, worker));
};

export const createReviews = ({ client, more }: Queries): StoreApi<Reviews> =>
  createStore<Reviews>()((set, get) => {
    const read = (business: ReviewedBusiness, publish: () => void) => {
      const pages = pagesOf(business);
      const observer = new InfiniteQueryObserver(client, pages);
      let isAsked = false;
      return {
        business,
        end: observer.subscribe(publish),
        ofBusiness: (): BusinessReviews => {
          const { data, error, isFetching, isPending, hasNextPage } = observer.getCurrentResult();
          const read = data?.pages ?? [];
          const reviews = new Map(
            read.flatMap((page) => page.reviews.map((review) => [review.reviewID, review])),
          );
          return {
            business,
            state:
              isPending && !isAsked
                ? 'waiting'
                : isFetching || isPending
                  ? 'loading'
                  : error === null
                    ? 'ready'
                    : 'failed',
            error: isFetching ? null : error,
            reviews: [...reviews.values()],
            hasMore: hasNextPage,
            begun: read.length > 0,
            unreadable: read.reduce((sum, { unreadable }) => sum + unreadable, 0),
          };
        },
        isAsked: () => isAsked,
        /** It is about to be read. */
        ask: () => {
          isAsked = true;
        },
        reread: () => more(pages, () => observer.refetch({ cancelRefetch: false })),
        /** Reads the first page, or the one after the last. */
        page: () =>
          observer.getCurrentResult().data === undefined
            ? observer.refetch({ cancelRefetch: false })
            : more(pages, () => observer.fetchNextPage({ cancelRefetch: false })),
      };
    };

    let all: readonly ReturnType<typeof read>[] = [];
    const publish = (): void => set({ byBusiness: all.map(({ ofBusiness }) => ofBusiness()) });

    const readPages = async (of: readonly ReviewedBusiness[]): Promise<void> => {
      const asked = all.filter(({ business }) => of.includes(business));
      for (const each of asked) each.ask();
      publish();
      await forEachFew(asked, requestsAtOnce, (each) => each.page());
      publish();
    };

    /** Reads the next of those that were not asked about, among the businesses that are shown. */
    const readWaiting = async (): Promise<void> => {
      const waiting = shownBusinesses(get()).filter(({ state }) => state === 'waiting');
      await readPages(waiting.slice(0, businessesAtOnce).map(({ business }) => business));
    };

    return {
      byBusiness: [],
      chosen: null,
      show: async (businesses) => {
        const before = all;
        const keys = new Set(businesses.map(keyOf));
        for (const { business, end } of before) if (!keys.has(keyOf(business))) end();
        all = businesses.map(
          (business) =>
            before.find((each) => keyOf(each.business) === keyOf(business)) ??
            read(business, publish),
        );
        const { chosen } = get();
        set({ chosen: chosen !== null && keys.has(chosen) ? chosen : null });
        publish();
        if (all.filter((each) => each.isAsked()).length < businessesAtOnce) await readWaiting();
      },
      choose: async (chosen) => {
        set({ chosen });
        if (chosen !== null) await readWaiting();
      },
      need: (businessID) =>
        readPages(
          all
            .filter((each) => each.business.businessID === businessID && !each.isAsked())
            .map(({ business }) => business),
        ),
      more: async () => {
        const before = listed(shownBusinesses(get())).length;
        for (;;) {
          const shown = shownBusinesses(get());
          if (waitingIn(shown) > 0) return readWaiting();
          const waiting = shown.filter(({ hasMore }) => hasMore);
          if (waiting.length === 0 || shown.some(({ state }) => state === 'loading')) return;
          const since = completeSince(shown);
          const first = waiting.filter((ofBusiness) => oldestOf(ofBusiness) >= since);
          await readPages(first.map(({ business }) => business));
          const now = shownBusinesses(get());
          const failed = first.some(({ business }) =>
            now.some(
              (ofBusiness) => ofBusiness.business === business && ofBusiness.state === 'failed',
            ),
          );
          // Pages without one readable review may go on for ever: each is asked for by hand.
          const isUnreadable =
            readIn(now) === readIn(shown) && unreadableIn(now) > unreadableIn(shown);
          if (failed || isUnreadable || listed(now).length - before >= fewest) return;
        }
      },
      retry: () =>
        readPages(
          get()
            .byBusiness.filter(({ state }) => state === 'failed')
            .map(({ business }) => business),
        ),
      reread: async (businessID) => {
        const stale = all.filter(
          ({ business, isAsked }) =>
            isAsked() && (businessID === undefined || business.businessID === businessID),
        );
        if (businessID !== undefined) await get().need(businessID);
        await forEachFew(stale, requestsAtOnce, ({ reread }) => reread());
        publish();
      },
      leave: () => {
        for (const { end } of all) end();
        all = [];
        publish();
      },
    };
  });
