/** A failure in the wording of this page. */
import { useTranslation } from 'react-i18next';
import type { ErrorCode, Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import type { FailureWords } from '../ui/failure-box.tsx';

/** The wording for phone numbers, else the general one. */
export const useRefusalWords = (): ((code: ErrorCode) => FailureWords) => {
  const { t } = useTranslation('phoneNumbers');
  const { t: shared } = useTranslation();
  const own: Partial<Record<ErrorCode, FailureWords>> = t('failures', { returnObjects: true });
  return (code) => own[code] ?? shared(`errors.${code}`, { returnObjects: true });
};

type Props = {
  readonly error: Failure | null;
  readonly accountID: AccountID;
  readonly className: string | undefined;
  readonly onRetry?: () => void;
};

export const Refusal = ({ error, accountID, className, onRetry }: Props) => {
  const { t } = useTranslation('phoneNumbers');
  return (
    error !== null && (
      <div className={className}>
        <AccountFailure
          error={error}
          accountID={accountID}
          words={t('failures', { returnObjects: true })}
          otherAccountMay
          scope="phone-numbers"
          retry={onRetry}
        />
      </div>
    )
  );
};
