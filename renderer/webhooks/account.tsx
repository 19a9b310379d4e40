/** The shown account with the state of its webhooks and deliveries, for the whole page. */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { use, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, ConnectionReport } from '../../contract/accounts.ts';
import { createRequiredContext } from '../platform/stores.ts';
import { AccountFailure } from '../accounts/account-failure.tsx';
import type { Deliveries } from './delivery-list.ts';
import type { Webhooks } from './webhooks.ts';

type AccountContext = {
  readonly account: Account;
  readonly report: ConnectionReport | null;
  /** True if the service lists leads, so that polling finds missed ones. */
  readonly canFindMissedLeads: boolean;
  readonly webhooks: StoreApi<Webhooks>;
  readonly deliveries: StoreApi<Deliveries>;
  readonly showDelivery: (deliveryID: string) => void;
};

export const [AccountProvider, useAccount] =
  createRequiredContext<AccountContext>("an account's webhooks");

export const useWebhooks = <T,>(read: (state: Webhooks) => T): T =>
  useStore(useAccount().webhooks, read);

export const useDeliveries = <T,>(read: (state: Deliveries) => T): T =>
  useStore(useAccount().deliveries, read);

type FailureProps = Pick<ComponentProps<typeof AccountFailure>, 'error' | 'className' | 'retry'>;

/** A failure in this page's wording, which speaks of webhooks instead of leads and replies. */
export const WebhookFailure = (props: FailureProps) => {
  const { t } = useTranslation('webhooks');
  const accountID = use(AccountProvider)?.account.accountID ?? null;
  return (
    <AccountFailure
      {...props}
      accountID={accountID}
      words={t('failures', { returnObjects: true })}
      otherAccountMay
      scope="webhooks"
    />
  );
};
