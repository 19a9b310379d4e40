/** The reasons why reviews could not be fetched, one for each account and failure. */
import { useTranslation } from 'react-i18next';
import type { BusinessReviews } from './reviews.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import styles from './reviews.module.css';

type Props = { readonly byBusiness: readonly BusinessReviews[]; readonly onRetry: () => void };

export const ReviewFailures = ({ byBusiness, onRetry }: Props) => {
  const { t } = useTranslation('reviews');
  const failed = byBusiness.flatMap(({ business, error }) =>
    error === null ? [] : [{ business, error }],
  );
  const groups = Map.groupBy(
    failed,
    ({ business, error }) => `${business.accountID} ${error.code}`,
  );
  const words = t('failures', { returnObjects: true });
  return [...groups].map(([key, group]) => {
    const [first] = group;
    if (first === undefined) return null;
    const { business, error } = first;
    const names = group.map((each) => each.business.name || each.business.businessID).join(', ');
    return (
      <div key={key} className={styles.failure}>
        <AccountFailure
          error={error}
          accountID={business.accountID}
          words={words}
          otherAccountMay
          retry={onRetry}
        />
        <p className={styles.unread}>
          <bdi>{t('failedFor', { names })}</bdi>
        </p>
      </div>
    );
  });
};
