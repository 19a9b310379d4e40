/** A failure in this page's wording, which speaks of webhooks instead of leads and replies. */
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
      scope="webhooks"
      retry={retry}
    />
  );
};
