/**
 * The reviews of each business as far as they were loaded, and how they make one list. Each business
 * is read by itself, page by page as the service names them, so one that fails does not hide the
 * others.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Review } from '../../contract/commands/reviews.ts';
import type { Failure } from '../../contract/errors.ts';
import type { Account, AccountID } from '../../contract/records.ts';
import type { Bridge } from './bridge.ts';

const pageSize = 20;
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
export type Shelf = {
  readonly business: ReviewedBusiness;
  /** `new` until its first page has been asked for. */
  readonly state: 'new' | 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly reviews: readonly Review[];
  /** Where the next page begins; null when all are here. Meaningless before the first page. */
  readonly next: string | null;
  /** Whether a page has come at all. */
  readonly begun: boolean;
  readonly unreadable: number;
};

export type Reviews = {
  readonly shelves: readonly Shelf[];
  /** Key of the business that is shown; null shows all. */
  readonly chosen: string | null;
  /** Takes over which businesses there are, and reads the first page of each new one. */
  readonly show: (businesses: readonly ReviewedBusiness[]) => Promise<void>;
  readonly choose: (key: string | null) => void;
  /** Reads the pages that the list needs to go on. */
  readonly more: () => Promise<void>;
  /** Tries again what failed. */
  readonly retry: () => Promise<void>;
};

export const keyOf = ({ accountID, businessID }: ReviewedBusiness): string =>
  JSON.stringify([accountID, businessID]);

const hasMore = ({ begun, next }: Shelf): boolean => begun && next !== null;

const timeOf = ({ at }: Review): number => at ?? 0;

const oldestOf = ({ reviews }: Shelf): number => Math.min(Infinity, ...reviews.map(timeOf));

/** The time down to which the list is whole: the newest of those at which a shelf has yet to go on. */
const horizonOf = (shelves: readonly Shelf[]): number =>
  // A shelf of which nothing could be read says no time, and must not hide the others.
  Math.max(
    -Infinity,
    ...shelves.filter((shelf) => hasMore(shelf) && shelf.reviews.length > 0).map(oldestOf),
  );

/** The shelves that are on the screen. */
export const shelvesShown = ({ shelves, chosen }: Pick<Reviews, 'shelves' | 'chosen'>) =>
  shelves.filter(({ business }) => chosen === null || keyOf(business) === chosen);

/**
 * The reviews to show, newest first. While a business has older ones that are not here yet, reviews
 * of others that are older than all of its own wait for them: "show more" then only adds at the end.
 */
export const listed = (shelves: readonly Shelf[]): readonly Review[] => {
  const horizon = horizonOf(shelves);
  return shelves
    .flatMap(({ reviews }) => reviews)
    .filter((review) => timeOf(review) >= horizon)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (a.reviewID < b.reviewID ? -1 : 1));
};

/** True when the list goes on beyond what is here. */
export const goesOn = (shelves: readonly Shelf[]): boolean => shelves.some(hasMore);

const readIn = (shelves: readonly Shelf[]): number =>
  shelves.reduce((sum, { reviews }) => sum + reviews.length, 0);

/** How many reviews could not be read and are left out. */
export const unreadableIn = (shelves: readonly Shelf[]): number =>
  shelves.reduce((sum, { unreadable }) => sum + unreadable, 0);

/** The average of the ratings that are here, or null when there is none. */
export const averageOf = (reviews: readonly Review[]): number | null => {
  const ratings = reviews.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return ratings.length === 0 ? null : ratings.reduce((sum, each) => sum + each) / ratings.length;
};

export const createReviews = (bridge: Bridge): StoreApi<Reviews> =>
  createStore<Reviews>()((set, get) => {
    const change = (key: string, part: Partial<Shelf>): void =>
      set(({ shelves }) => ({
        shelves: shelves.map((shelf) =>
          keyOf(shelf.business) === key ? { ...shelf, ...part } : shelf,
        ),
      }));

    const readPage = async ({ business, begun, next, state }: Shelf): Promise<void> => {
      if (state === 'loading' || (begun && next === null)) return;
      const key = keyOf(business);
      change(key, { state: 'loading', error: null });
      const { accountID, businessID } = business;
      const answer = await bridge.invoke('reviews.page', {
        accountID,
        businessID,
        limit: pageSize,
        ...(next !== null && { after: next }),
      });
      if (!answer.ok) return change(key, { state: 'failed', error: answer.error });
      const shelf = get().shelves.find((each) => keyOf(each.business) === key);
      const known = new Set(shelf?.reviews.map(({ reviewID }) => reviewID));
      const fresh = answer.value.reviews.filter(({ reviewID }) => !known.has(reviewID));
      const isEmpty = fresh.length === 0 && answer.value.unreadable === 0;
      change(key, {
        state: 'ready',
        begun: true,
        reviews: [...(shelf?.reviews ?? []), ...fresh],
        // A page that brings nothing, or names itself, would be followed by itself for ever.
        next: isEmpty || answer.value.next === next ? null : answer.value.next,
        unreadable: (shelf?.unreadable ?? 0) + answer.value.unreadable,
      });
    };

    const readPages = async (shelves: readonly Shelf[]): Promise<void> => {
      await Promise.all(shelves.map(readPage));
    };

    return {
      shelves: [],
      chosen: null,
      show: async (businesses) => {
        const { shelves: before, chosen } = get();
        const shelves = businesses.map(
          (business): Shelf =>
            before.find((shelf) => keyOf(shelf.business) === keyOf(business)) ?? {
              business,
              state: 'new',
              error: null,
              reviews: [],
              next: null,
              begun: false,
              unreadable: 0,
            },
        );
        const stays = shelves.some(({ business }) => keyOf(business) === chosen);
        set({ shelves, chosen: stays ? chosen : null });
        await readPages(shelves.filter(({ state }) => state === 'new'));
      },
      choose: (chosen) => set({ chosen }),
      more: async () => {
        const before = listed(shelvesShown(get())).length;
        for (;;) {
          const shown = shelvesShown(get());
          const waiting = shown.filter(hasMore);
          if (waiting.length === 0 || shown.some(({ state }) => state === 'loading')) return;
          const horizon = horizonOf(shown);
          const first = waiting.filter((shelf) => oldestOf(shelf) >= horizon);
          await readPages(first);
          const now = shelvesShown(get());
          const failed = first.some(({ business }) =>
            now.some((shelf) => shelf.business === business && shelf.state === 'failed'),
          );
          // Pages without one readable review may go on for ever: each is asked for by hand.
          const barren = readIn(now) === readIn(shown) && unreadableIn(now) > unreadableIn(shown);
          if (failed || barren || listed(now).length - before >= fewest) return;
        }
      },
      retry: () => readPages(get().shelves.filter(({ state }) => state === 'failed')),
    };
  });
