/** Why a test lead was not made or not taken in, in the words of this screen. */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountProblem } from '../ui/account-problem.tsx';

/** @param of the call at staging, or taking its lead in at the account's service */
type Props = {
  readonly of: 'call' | 'takeIn';
  readonly error: Failure;
  readonly accountID: AccountID;
  readonly again?: () => void;
};

export const Trouble = ({ of, error, accountID, again }: Props) => {
  const { t } = useTranslation('staging');
  const words = {
    call: {
      connect_refused: t('trouble.call.connect_refused', { returnObjects: true }),
      forbidden: t('trouble.call.forbidden', { returnObjects: true }),
      not_found: t('trouble.call.not_found', { returnObjects: true }),
      conflict: t('trouble.call.conflict', { returnObjects: true }),
      rejected: t('trouble.call.rejected', { returnObjects: true }),
      offline: t('trouble.call.offline', { returnObjects: true }),
      timeout: t('trouble.call.timeout', { returnObjects: true }),
      outcome_unknown: t('trouble.call.outcome_unknown', { returnObjects: true }),
      rate_limited: t('trouble.call.rate_limited', { returnObjects: true }),
      service_unavailable: t('trouble.call.service_unavailable', { returnObjects: true }),
      unexpected_answer: t('trouble.call.unexpected_answer', { returnObjects: true }),
    },
    takeIn: {
      gone: t('trouble.takeIn.gone', { returnObjects: true }),
      forbidden: t('trouble.takeIn.forbidden', { returnObjects: true }),
      offline: t('trouble.takeIn.offline', { returnObjects: true }),
      service_unavailable: t('trouble.takeIn.service_unavailable', { returnObjects: true }),
    },
  };
  const own = Object.entries(words[of]).find(([code]) => code === error.code)?.[1];
  return <AccountProblem error={error} accountID={accountID} words={own} retry={again} />;
};
