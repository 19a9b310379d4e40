/**
 * Notices of new reviews: one for each review, however often it is delivered and over restarts. During
 * quiet hours they are kept, and shown when these end.
 */
import { z } from 'zod';
import type { Notice } from '../../../contract/port.ts';
import { reviewName } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { businessesWithCounts } from '../leads/businesses.ts';
import type { NewReview } from '../accounts/ingest/changes.ts';
import { recall, remember, settingsNow } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { ofBusiness } from './notice.ts';
import { noticeWords } from './words.ts';

const held = z
  .object({
    ...reviewName.unwrap().shape,
    rating: z.number().nullable(),
    reviewer: z.string(),
    text: z.string(),
  })
  .readonly();
type Held = z.infer<typeof held>;

const toldName = 'notices.reviewsTold';
const heldName = 'notices.reviewsHeld';
/** Ids of reviews that are remembered as told, the newest last. */
const mostTold = 1_000;
const mostHeld = 100;
/** More than these at once become one notice. */
const mostAtOnce = 3;

export type ReviewNotices = {
  /** Considers reviews that were delivered; called after the commit that stored their deliveries. */
  readonly consider: (reviews: readonly NewReview[]) => void;
  /** Shows what was kept while it was quiet. */
  readonly tellHeld: () => void;
};

/**
 * Makes the notices of one engine.
 *
 * @param isHistory true for what happened before the account was connected
 */
export const createReviewNotices = ({
  store,
  clock,
  isQuiet,
  isHistory,
  show,
}: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly isQuiet: () => boolean;
  readonly isHistory: (accountID: string, at: number) => boolean;
  readonly show: (notice: Notice) => void;
}): ReviewNotices => {
  const ofReviews = { kind: 'review', leadID: null, upTo: null } as const;

  const nameOf = (businessID: string | null): string =>
    businessesWithCounts(store).find((business) => business.businessID === businessID)?.name ?? '';

  const tell = (reviews: readonly Held[]): void => {
    const words = noticeWords(settingsNow(store).language);
    if (reviews.length > mostAtOnce) {
      const [{ businessID, reviewID }] = reviews.slice(-1) as [Held];
      const review = { businessID, reviewID };
      show({ ...ofReviews, title: words.reviews(reviews.length), body: '', review });
      return;
    }
    for (const { businessID, reviewID, rating, reviewer, text } of reviews)
      show({
        ...ofReviews,
        title: ofBusiness(store, words.review(rating, reviewer), nameOf(businessID)),
        body: text,
        review: { businessID, reviewID },
      });
  };

  const heldNow = (): readonly Held[] => recall(store, heldName, z.array(held)) ?? [];

  return {
    consider: (reviews) => {
      const told = recall(store, toldName, z.array(z.string())) ?? [];
      const known = new Set(told);
      const fresh = reviews.filter(({ accountID, reviewID, at }) => {
        if (known.has(reviewID)) return false;
        known.add(reviewID);
        return !isHistory(accountID, at ?? clock.now());
      });
      if (known.size === told.length) return;
      const isHeld = isQuiet();
      const isWanted = settingsNow(store).notifications;
      store.writeAgain(() => {
        remember(store, toldName, [...known].slice(-mostTold));
        if (isWanted && isHeld) {
          const all = [...heldNow(), ...fresh.map((review) => held.parse(review))];
          remember(store, heldName, all.slice(-mostHeld));
        }
      });
      if (isWanted && !isHeld) tell(fresh);
    },
    tellHeld: () => {
      const reviews = heldNow();
      if (reviews.length === 0) return;
      store.write(() => remember(store, heldName, []));
      if (settingsNow(store).notifications) tell(reviews);
    },
  };
};
