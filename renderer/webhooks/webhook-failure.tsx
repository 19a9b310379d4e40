/** A failure in this page's wording, which speaks of webhooks instead of leads and replies. */
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../contract/errors.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import { AccountProvider } from './of-account.ts';

type Props = { readonly error: Failure | null; readonly retry?: () => void };

export const WebhookFailure = ({ error, retry }: Props) => {
  const { t } = useTranslation('webhooks');
  const accountID = use(AccountProvider)?.account.accountID ?? null;
  return (
    error !== null && (
      <AccountFailure
        error={error}
        accountID={accountID}
        words={t('failures', { returnObjects: true })}
        otherAccountMay
        scope="webhooks"
        retry={retry}
      />
    )
  );
};
