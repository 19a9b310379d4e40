/**
 * A failure of this page. Most codes speak of leads and replies elsewhere; here they speak of
 * webhooks.
 */
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import type { AccountID } from '../../contract/records.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';

type Props = {
  readonly error: Failure;
  readonly accountID: AccountID | null;
  readonly retry?: () => void;
};

export const WebhookFailure = ({ error, accountID, retry }: Props) => {
  const { t } = useTranslation('webhooks');
  return (
    <AccountFailure
      error={error}
      accountID={accountID}
      words={t('failures', { returnObjects: true })}
      otherAccountMay
      retry={retry}
    />
  );
};
