/** Notices of new reviews, once for each, held during quiet. */
import { z } from 'zod';
import type { Notice } from '../../../contract/port.ts';
import { reviewName } from '../../../contract/records.ts';
import type { Clock } from '../../clock/clock.ts';
import { listBusinesses } from '../leads/businesses.ts';
import type { NewReview } from '../accounts/ingest/changes.ts';
import { readSettingList, storeSetting, readSettings } from '../platform/settings.ts';
import type { Store } from '../platform/store/store.ts';
import { appendBusiness } from './notice.ts';
import { getNoticeWords } from './words.ts';

const heldReview = z
  .object({
    ...reviewName.unwrap().shape,
    rating: z.number().nullable(),
    reviewer: z.string(),
    text: z.string(),
  })
  .readonly();
type HeldReview = z.infer<typeof heldReview>;

const notifiedName = 'notices.reviewsTold';
const heldName = 'notices.reviewsHeld';
/** Remembered ids, the newest last. */
const maxNotified = 1_000;
const maxHeld = 100;
const maxAtOnce = 3;

/** @param isHistory true for a time before the account was connected */
export const createReviewNotices = (dependencies: {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly isQuiet: () => boolean;
  readonly isHistory: (accountID: string, at: number) => boolean;
  readonly show: (notice: Notice) => void;
}) => {
  const { store, clock, isQuiet, isHistory, show } = dependencies;
  const base = { kind: 'review', leadID: null, upTo: null } as const;

  const findName = (businessID: string | null): string =>
    listBusinesses(store).find((business) => business.businessID === businessID)?.name ?? '';

  const showAll = (reviews: readonly HeldReview[]): void => {
    const words = getNoticeWords(readSettings(store).language);
    if (reviews.length > maxAtOnce) {
      const [{ businessID, reviewID }] = reviews.slice(-1) as [HeldReview];
      const review = { businessID, reviewID };
      return show({ ...base, title: words.reviews(reviews.length), body: '', review });
    }
    for (const { businessID, reviewID, rating, reviewer, text } of reviews)
      show({
        ...base,
        title: appendBusiness(store, words.review(rating, reviewer), findName(businessID)),
        body: text,
        review: { businessID, reviewID },
      });
  };

  const readHeld = (): readonly HeldReview[] => readSettingList(store, heldName, heldReview);

  return {
    /** Considers delivered reviews after their commit. */
    consider: (reviews: readonly NewReview[]): void => {
      const notified = readSettingList(store, notifiedName, z.string());
      const known = new Set(notified);
      const fresh = reviews.filter(({ accountID, reviewID, at }) => {
        if (known.has(reviewID)) return false;
        known.add(reviewID);
        return !isHistory(accountID, at ?? clock.now());
      });
      if (known.size === notified.length) return;
      const isHeld = isQuiet();
      const isWanted = readSettings(store).notifications;
      store.writeRepeatable(() => {
        storeSetting(store, notifiedName, [...known].slice(-maxNotified));
        if (isWanted && isHeld) {
          const all = [...readHeld(), ...fresh.map((review) => heldReview.parse(review))];
          storeSetting(store, heldName, all.slice(-maxHeld));
        }
      });
      if (isWanted && !isHeld) showAll(fresh);
    },
    showHeld: (): void => {
      const reviews = readHeld();
      if (reviews.length === 0) return;
      store.write(() => storeSetting(store, heldName, []));
      if (readSettings(store).notifications) showAll(reviews);
    },
  };
};
