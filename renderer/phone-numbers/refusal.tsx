/** A failure in the wording of this page. */
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../contract/errors.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import type { FailureWords } from '../ui/failure-box.tsx';

/** The wording for phone numbers, else the general one. */
export const useRefusalWords = (): ((code: ErrorCode) => FailureWords) => {
  const { t } = useTranslation(['phoneNumbers', 'translation']);
  const own: Partial<Record<ErrorCode, FailureWords>> = t('failures', { returnObjects: true });
  return (code) => own[code] ?? t(`translation:errors.${code}`, { returnObjects: true });
};

type Props = Pick<
  ComponentProps<typeof AccountFailure>,
  'error' | 'accountID' | 'className' | 'mt' | 'retry'
>;

export const Refusal = (props: Props) => {
  const { t } = useTranslation('phoneNumbers');
  const words = t('failures', { returnObjects: true });
  return <AccountFailure {...props} words={words} otherAccountMay scope="phone-numbers" />;
};
