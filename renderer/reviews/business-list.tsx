/** The businesses with a summary of their reviews, to choose one or all. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  computeAverage,
  toKey,
  countUnreadable,
  countWaiting,
  type BusinessReviews,
} from './reviews.ts';
import { useLate } from '../ui/late.ts';
import { Stars } from './stars.tsx';
import styles from './reviews.module.css';

const Summary = ({ byBusiness }: { readonly byBusiness: readonly BusinessReviews[] }) => {
  const { t } = useTranslation('reviews');
  const reviews = byBusiness.flatMap((each) => each.reviews);
  const average = computeAverage(reviews);
  const isLoading = byBusiness.some(({ state, hasLoaded }) => state === 'loading' && !hasLoaded);
  const isSlow = useLate(isLoading);
  const hasFailed = byBusiness.every(({ state, hasLoaded }) => state === 'failed' && !hasLoaded);
  const isUnread = hasFailed || (reviews.length === 0 && countUnreadable(byBusiness) > 0);
  const isPartial = byBusiness.some(({ hasLoaded, hasMore }) => !hasLoaded || hasMore);
  const count = reviews.length;
  const describe = (): string => {
    if (isUnread) return t('notRead');
    if (countWaiting(byBusiness) === byBusiness.length) return t('notAsked');
    if (count > 0) return t(isPartial ? 'soFar' : 'count', { count });
    if (!isLoading) return t('noneYet');
    return isSlow ? t('loading') : ' ';
  };
  return (
    <span className={styles.summary}>
      {isUnread && <IconAlertTriangle size={14} stroke={1.75} aria-hidden />}
      {average !== null && <Stars rating={average} isAverage />}
      <span>{describe()}</span>
    </span>
  );
};

type Props = {
  readonly byBusiness: readonly BusinessReviews[];
  readonly chosen: string | null;
  readonly onChoose: (key: string | null) => void;
};

export const BusinessList = ({ byBusiness, chosen, onChoose }: Props) => {
  const { t } = useTranslation('reviews');
  const items = [
    ...(byBusiness.length > 1 ? [{ key: null, name: t('all'), byBusiness }] : []),
    ...byBusiness.map((each) => ({
      key: toKey(each.business),
      name: each.business.name || each.business.businessID,
      byBusiness: [each],
    })),
  ];
  const current = byBusiness.length === 1 ? (items[0]?.key ?? null) : chosen;
  return (
    <nav aria-label={t('businesses')}>
      <ul className={styles.businesses}>
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className={styles.business}
              aria-current={item.key === current ? 'true' : undefined}
              onClick={() => onChoose(item.key)}
            >
              <bdi className={styles.name}>{item.name}</bdi>
              <Summary byBusiness={item.byBusiness} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};
