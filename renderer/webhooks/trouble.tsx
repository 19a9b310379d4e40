/**
 * An error of this page. Most codes speak of leads and replies elsewhere; here they speak of
 * webhooks.
 */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountProblem } from '../ui/account-problem.tsx';

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID | null;
  readonly retry?: () => void;
};

export const Trouble = ({ error, accountID, retry }: Props) => {
  const { t } = useTranslation('webhooks');
  const words = {
    gone: t('problems.gone', { returnObjects: true }),
    not_found: t('problems.not_found', { returnObjects: true }),
    rejected: t('problems.rejected', { returnObjects: true }),
    conflict: t('problems.conflict', { returnObjects: true }),
    forbidden: t('problems.forbidden', { returnObjects: true }),
    outcome_unknown: t('problems.outcome_unknown', { returnObjects: true }),
    offline: t('problems.offline', { returnObjects: true }),
    service_unavailable: t('problems.service_unavailable', { returnObjects: true }),
    timeout: t('problems.timeout', { returnObjects: true }),
  };
  const own = Object.entries(words).find(([code]) => code === error.code)?.[1];
  return (
    <AccountProblem error={error} accountID={accountID} words={own} otherAccountMay retry={retry} />
  );
};
