/** Webhooks at the service and received deliveries, for one account at a time. */
import { SegmentedControl } from '@mantine/core';
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { useTranslation } from 'react-i18next';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Account } from '../../contract/accounts.ts';
import type { AccountID } from '../../contract/records.ts';
import type { WebhooksOfOwner } from '../../contract/commands/webhooks.ts';
import { isUsable } from '../accounts/accounts.ts';
import { createDeliveries, buildDeliveryQuery } from './delivery-list.ts';
import { usePlatform } from '../platform/stores.ts';
import { useAnswer, usePages } from '../platform/use-answer.ts';
import { useReports } from '../accounts/use-accounts.ts';
import { canFindByPolling } from '../accounts/lead-flow.ts';
import { createWebhooks } from './webhooks.ts';
import { AccountProvider, useAccount, useWebhooks, WebhookFailure } from './account.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useLate } from '../ui/late.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { Loading } from '../ui/loading.tsx';
import { PageToast } from '../ui/page-toast.tsx';
import { Page } from '../ui/page.tsx';
import { formatAccountName, Picker } from '../ui/picker.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DeliveryList } from './deliveries.tsx';
import { Repair } from './repair.tsx';
import { OwnerCard } from './owner-card.tsx';
import styles from './webhooks.module.css';

type Tab = 'webhooks' | 'deliveries';

/** Toast of the last deletion, with undo if the webhook can be recreated. */
const DeletedToast = () => {
  const { t } = useTranslation('webhooks');
  const { deleted, restore, forget } = useWebhooks((state) => state);
  return (
    <PageToast
      label={t('delete.toast')}
      toast={
        deleted === null
          ? null
          : {
              key: deleted.webhookID,
              what: 'deleted',
              text: t('delete.done', { url: deleted.url }),
              undo: deleted.restorable ? () => void restore() : undefined,
              takesFocus: true,
            }
      }
      onClose={forget}
    />
  );
};

/** Failures of webhooks that are no longer listed. */
const UnlistedFailures = ({ owners }: { readonly owners: readonly WebhooksOfOwner[] }) => {
  const failures = useWebhooks((state) => state.failures);
  const listed = new Set(
    owners.flatMap(({ webhooks }) => webhooks.map(({ webhookID }) => webhookID)),
  );
  return Object.entries(failures)
    .filter(([webhookID]) => !listed.has(webhookID))
    .map(([webhookID, error]) => <WebhookFailure key={webhookID} error={error} />);
};

type ListProps = {
  /** Time of the last delivery by our own webhook of each business. */
  readonly lastAt: CommandOutput<'deliveries.list'>['lastAt'];
};

const WebhookList = ({ lastAt }: ListProps) => {
  const { t } = useTranslation('webhooks');
  const { queries } = usePlatform();
  const { account } = useAccount();
  const { accountID } = account;
  const { value, error } = useAnswer('webhooks.list', { accountID }, isUsable(account));
  const owners = value?.owners ?? [];
  const isSlow = useLate(isUsable(account) && value === undefined && error === null);
  // If all lists fail for the same reason, it is shown once.
  const [first] = owners;
  const sharedError =
    first?.error != null && owners.every((owner) => owner.error?.code === first.error?.code)
      ? first.error
      : null;
  const failure = error ?? sharedError;
  if (!isUsable(account))
    return <NoAccount icon={IconWebhook} text={t('none.text')} chosen={account} />;
  return (
    <section aria-label={t('tabs.webhooks')} className={styles.section}>
      {isSlow && <Spinner />}
      <WebhookFailure error={failure} retry={() => void queries.refetch('webhooks.list')} />
      {failure === null && (
        <>
          <Repair owners={owners} />
          <UnlistedFailures owners={owners} />
          {owners.map((owner) => (
            <OwnerCard
              key={owner.businessID ?? 'user'}
              owner={owner}
              lastAt={lastAt.find(({ businessID }) => businessID === owner.businessID)?.at ?? null}
            />
          ))}
        </>
      )}
      <DeletedToast />
    </section>
  );
};

const AccountPage = ({ accounts }: { readonly accounts: readonly [Account, ...Account[]] }) => {
  const { t } = useTranslation('webhooks');
  const { bridge, queries } = usePlatform();
  const [chosenID, setChosenID] = useState<AccountID | null>(null);
  const [tab, setTab] = useState<Tab>('webhooks');
  const account =
    accounts.find(({ accountID }) => accountID === chosenID) ??
    accounts.find(({ grant }) => grant.state === 'connected') ??
    accounts[0];
  const { accountID } = account;
  const { webhooks, deliveries } = useMemo(
    () => ({
      webhooks: createWebhooks(bridge, queries, accountID),
      deliveries: createDeliveries(bridge, queries, accountID),
    }),
    [bridge, queries, accountID],
  );
  const report = useReports().find((each) => each.accountID === accountID) ?? null;
  const [newest] = usePages(buildDeliveryQuery(accountID, 'all')).value ?? [];
  const { notUnderstood = 0, lastAt = [] } = newest ?? {};

  const showDelivery = (deliveryID: string): void => {
    setTab('deliveries');
    const { filter, filterBy, open } = deliveries.getState();
    if (filter !== 'all') filterBy('all');
    open(deliveryID);
  };

  const canFindMissedLeads = canFindByPolling(account, report);
  return (
    <AccountProvider
      value={{ account, report, canFindMissedLeads, webhooks, deliveries, showDelivery }}
    >
      <div className={styles.toolbar}>
        <SegmentedControl
          aria-label={t('tabs.label')}
          value={tab}
          data={[
            { value: 'webhooks', label: t('tabs.webhooks') },
            {
              value: 'deliveries',
              label:
                notUnderstood === 0
                  ? t('tabs.deliveries')
                  : `${t('tabs.deliveries')} (${notUnderstood})`,
            },
          ]}
          onChange={(value) => setTab(value)}
        />
        <span className={styles.gap} />
        <Picker
          label={t('account')}
          value={accountID}
          options={accounts.map((each) => ({
            value: each.accountID,
            label: formatAccountName(each),
          }))}
          onChoose={(value) => setChosenID(value as AccountID)}
        />
        <IconButton
          label={t('refresh')}
          onClick={() => void queries.refetch('webhooks.list', 'deliveries.list')}
        >
          <IconRefresh size={16} />
        </IconButton>
      </div>
      {tab === 'webhooks' ? (
        <WebhookList lastAt={lastAt} />
      ) : (
        <DeliveryList notUnderstood={notUnderstood} />
      )}
    </AccountProvider>
  );
};

export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks');
  const answer = useAnswer('connect.accounts', {});
  const known = answer.value;
  const [first, ...others] = known?.accounts ?? [];
  return (
    <Page title={t('title')} text={t('text')} wide>
      <Loading answer={answer} queries={['connect.accounts']} mt={16} />
      {known !== undefined && first === undefined && (
        <NoAccount icon={IconWebhook} text={t('none.text')} />
      )}
      {first !== undefined && <AccountPage accounts={[first, ...others]} />}
    </Page>
  );
};
