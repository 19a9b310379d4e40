/** Why something about phone numbers could not be done: what it means for them, and what to do. */
import { useTranslation } from 'react-i18next';
import type { ErrorCode, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import type { FailureWords } from '../ui/failure-box.tsx';

/** The words for a failure: those for numbers, or those that every screen has. */
export const useRefusalWords = (): ((code: ErrorCode) => FailureWords) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: shared } = useTranslation();
  const own: Partial<Record<ErrorCode, FailureWords>> = t('failures', { returnObjects: true });
  return (code) => own[code] ?? shared(`errors.${code}`, { returnObjects: true });
};

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID;
  readonly onRetry?: () => void;
};

export const Refusal = ({ error, accountID, onRetry }: Props) => (
  <AccountFailure
    error={error}
    accountID={accountID}
    words={useTranslation('phoneNumbers').t('failures', { returnObjects: true })}
    otherAccountMay
    retry={onRetry}
  />
);
