/** Why some reviews could not be read, once for each account and reason, with the way out of it. */
import { useTranslation } from 'react-i18next';
import type { BusinessReviews } from '../state/reviews.ts';
import { AccountProblem } from '../ui/account-problem.tsx';
import styles from './reviews.module.css';

type Props = { readonly byBusiness: readonly BusinessReviews[]; readonly onRetry: () => void };

export const Troubles = ({ byBusiness, onRetry }: Props) => {
  const { t } = useTranslation('reviews');
  const failed = byBusiness.flatMap(({ business, error }) =>
    error === null ? [] : [{ business, error }],
  );
  const groups = Object.values(
    Object.groupBy(failed, ({ business, error }) => `${business.accountID} ${error.code}`),
  ).filter((group) => group !== undefined);
  const words = {
    offline: t('trouble.offline', { returnObjects: true }),
    timeout: t('trouble.timeout', { returnObjects: true }),
    forbidden: t('trouble.forbidden', { returnObjects: true }),
    gone: t('trouble.gone', { returnObjects: true }),
    rejected: t('trouble.rejected', { returnObjects: true }),
    service_unavailable: t('trouble.service_unavailable', { returnObjects: true }),
  };
  return groups.map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    const { business, error } = first;
    const own = Object.entries(words).find(([code]) => code === error.code)?.[1];
    const names = group.map((each) => each.business.name || each.business.businessID).join(', ');
    return (
      <div key={`${business.accountID} ${error.code}`} className={styles.trouble}>
        <AccountProblem
          error={error}
          accountID={business.accountID}
          words={own}
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
