/** Reviews of the professional's businesses. They are fetched from the service and not stored. */
import { Button } from '@mantine/core';
import { IconBuildingStore, IconMessageStar } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  listBusinesses,
  createReviews,
  canLoadMore,
  listReviews,
  filterShown,
  countUnreadable,
  countWaiting,
  type ReviewedBusiness,
} from './reviews.ts';
import { isUsable } from '../accounts/accounts.ts';
import { useCounts } from '../leads/counts.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import bench from '../ui/bench.module.css';
import { useLate } from '../ui/late.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { BusinessList } from './business-list.tsx';
import { Review } from './review.tsx';
import { ReviewFailures } from './review-failures.tsx';
import styles from './reviews.module.css';

const ReviewList = ({ businesses }: { readonly businesses: readonly ReviewedBusiness[] }) => {
  const { t } = useTranslation('reviews');
  const { bridge, queries, session } = usePlatform();
  const [store] = useState(() => createReviews(queries));
  const { byBusiness, chosen, choose, retry, loadMore } = useStore(store);
  useEffect(() => void store.getState().show(businesses), [store, businesses]);
  useEffect(() => store.getState().leave, [store]);
  useEffect(
    () =>
      bridge.on('changed', ({ kinds, businessID }) => {
        if (kinds.includes('reviews')) void store.getState().reload(businessID);
      }),
    [bridge, store],
  );
  const target = useStore(session, ({ review }) => review);
  useEffect(() => {
    if (target === null) return;
    void store.getState().choose(null);
    if (target.businessID !== null) void store.getState().loadBusiness(target.businessID);
  }, [store, target]);
  useEffect(() => () => session.setState({ review: null }), [session]);

  const shown = useMemo(() => filterShown({ byBusiness, chosen }), [byBusiness, chosen]);
  const reviews = useMemo(() => listReviews(shown), [shown]);
  const names = new Map(byBusiness.map(({ business }) => [business.businessID, business.name]));
  const isLoading = shown.some(({ state }) => state === 'loading');
  const isSlow = useLate(isLoading);
  const unreadable = countUnreadable(shown);
  const hasFailed = shown.some(({ state }) => state === 'failed');
  const waiting = countWaiting(shown);
  return (
    <div className={bench.bench}>
      <BusinessList byBusiness={byBusiness} chosen={chosen} onChoose={(key) => void choose(key)} />
      <section aria-label={t('list')} aria-busy={isLoading} className={styles.reviews}>
        <ReviewFailures byBusiness={shown} onRetry={() => void retry()} />
        {reviews.map((review) => (
          <Review
            key={`${review.businessID} ${review.reviewID}`}
            review={review}
            business={names.get(review.businessID) || review.businessID}
            hasBusiness={byBusiness.length > 1 && chosen === null}
            isTarget={review.reviewID === target?.reviewID}
          />
        ))}
        {reviews.length === 0 && isLoading && isSlow && (
          <p className={styles.wait}>
            <Spinner /> {t('loading')}
          </p>
        )}
        {reviews.length === 0 && unreadable === 0 && waiting === 0 && !isLoading && !hasFailed && (
          <EmptyState icon={IconMessageStar} title={t('empty.title')} text={t('empty.text')} />
        )}
        {unreadable > 0 && <p className={styles.about}>{t('unreadable', { count: unreadable })}</p>}
        {reviews.length > 0 && (
          <p role="status" className="hidden-visually">
            {isLoading ? t('loadingMore') : t('shown', { count: reviews.length })}
          </p>
        )}
        {waiting > 0 && <p className={styles.about}>{t('waiting', { count: waiting })}</p>}
        {canLoadMore(shown) && (
          <div className={styles.more}>
            <Button aria-disabled={isLoading} onClick={() => void loadMore()}>
              {isLoading && isSlow ? t('loadingMore') : t('more')}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
};

export const ReviewsPage = () => {
  const { t } = useTranslation('reviews');
  const { value: connected, error: unconnected } = useAnswer('connect.accounts', {});
  const { businesses: known, counts, error: uncounted } = useCounts();
  const error = (connected === undefined ? unconnected : null) ?? (counts ? null : uncounted);
  const isKnown = connected !== undefined && counts !== null;
  const usableAccounts = useMemo(() => connected?.accounts.filter(isUsable) ?? [], [connected]);
  const businesses = useMemo(() => listBusinesses(usableAccounts, known), [usableAccounts, known]);
  return (
    <Page title={t('title')} text={t('text')} wide>
      <Loading
        answer={{ value: isKnown ? counts : undefined, error }}
        queries={['connect.accounts', 'views.counts']}
        mt={24}
      />
      {isKnown && usableAccounts.length === 0 && (
        <NoAccount icon={IconMessageStar} text={t('noAccount.text')} />
      )}
      {isKnown && usableAccounts.length > 0 && businesses.length === 0 && (
        <EmptyState
          icon={IconBuildingStore}
          title={t('noBusiness.title')}
          text={t('noBusiness.text')}
        />
      )}
      {isKnown && businesses.length > 0 && <ReviewList businesses={businesses} />}
    </Page>
  );
};
