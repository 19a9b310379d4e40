/** Webhooks at the service and what they delivered here, for one account at a time. */
import { SegmentedControl } from '@mantine/core';
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Account, AccountID } from '../../contract/records.ts';
import { createDeliveries, type Deliveries } from '../state/deliveries.ts';
import { useStores } from '../state/stores.ts';
import { useAnswer } from '../state/use-answer.ts';
import { createWebhooks, type Webhooks } from '../state/webhooks.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useLate } from '../ui/late.ts';
import { isUsable, NoAccount } from '../ui/no-account.tsx';
import { NoticeLine } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { accountName, Picker } from '../ui/picker.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DeliveryList } from './deliveries.tsx';
import { Mend } from './mend.tsx';
import { OwnerCard } from './owner-card.tsx';
import { Trouble } from './trouble.tsx';
import styles from './webhooks.module.css';

const icon = <IconWebhook size={28} stroke={1.5} />;

type Tab = 'webhooks' | 'deliveries';

/** What was just deleted, and the way back where there is one. */
const Deleted = ({ hooks }: { readonly hooks: StoreApi<Webhooks> }) => {
  const { t } = useTranslation('webhooks');
  const deleted = useStore(hooks, (state) => state.deleted);
  const { restore, forget } = hooks.getState();
  return (
    <NoticeLine
      label={t('delete.notice')}
      notice={
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

/** Why something was refused of a webhook that is not on the screen any more. */
const Aftermath = ({ hooks }: { readonly hooks: StoreApi<Webhooks> }) => {
  const accountID = useStore(hooks, (state) => state.accountID);
  const error = useStore(hooks, ({ trouble, owners }) =>
    trouble === null ||
    owners.some(({ webhooks }) => webhooks.some((each) => each.webhookID === trouble.webhookID))
      ? null
      : trouble.error,
  );
  return error === null ? null : <Trouble error={error} accountID={accountID} />;
};

const isLocalHost = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host);

type ListProps = {
  readonly hooks: StoreApi<Webhooks>;
  readonly deliveries: StoreApi<Deliveries>;
  readonly account: Account;
  readonly showDelivery: (deliveryID: string) => void;
};

const WebhookList = ({ hooks, deliveries, account, showDelivery }: ListProps) => {
  const { t } = useTranslation('webhooks');
  const state = useStore(hooks, (webhooks) => webhooks.state);
  const error = useStore(hooks, (webhooks) => webhooks.error);
  const owners = useStore(hooks, (webhooks) => webhooks.owners);
  const late = useLate(state === 'loading');
  // When every list is refused for the same reason, the reason is said once.
  const [first] = owners;
  const refused =
    first?.error != null && owners.every((owner) => owner.error?.code === first.error?.code)
      ? first.error
      : null;
  const failure = error ?? refused;
  const reread = (): void => void hooks.getState().reread();
  if (!isUsable(account)) return <NoAccount icon={icon} text={t('none.text')} chosen={account} />;
  return (
    <section aria-label={t('tabs.webhooks')} className={styles.section}>
      {late && <Spinner />}
      {failure !== null && <Trouble error={failure} accountID={account.accountID} retry={reread} />}
      {failure === null && (
        <>
          <Mend hooks={hooks} />
          <Aftermath hooks={hooks} />
          {owners.map((owner) => (
            <OwnerCard
              key={owner.businessID ?? 'user'}
              hooks={hooks}
              deliveries={deliveries}
              owner={owner}
              isLocal={isLocalHost(account.host)}
              showDelivery={showDelivery}
            />
          ))}
        </>
      )}
      <Deleted hooks={hooks} />
    </section>
  );
};

const AccountPage = ({ accounts }: { readonly accounts: readonly [Account, ...Account[]] }) => {
  const { t } = useTranslation('webhooks');
  const { bridge } = useStores();
  const [hooks] = useState(() => createWebhooks(bridge));
  const [deliveries] = useState(() => createDeliveries(bridge));
  const [wanted, setWanted] = useState<AccountID | null>(null);
  const [tab, setTab] = useState<Tab>('webhooks');
  const account =
    accounts.find(({ accountID }) => accountID === wanted) ??
    accounts.find(({ grant }) => grant.state === 'connected') ??
    accounts[0];
  const { accountID } = account;
  const isAsked = isUsable(account);
  const notUnderstood = useStore(deliveries, (state) => state.notUnderstood);

  useEffect(() => {
    if (isAsked) void hooks.getState().show(accountID);
    void deliveries.getState().show(accountID);
    return bridge.on('changed', ({ kinds }) => {
      const isAny = (...of: readonly (typeof kinds)[number][]): boolean =>
        of.some((kind) => kinds.includes(kind));
      if (isAsked && isAny('webhooks', 'businesses')) void hooks.getState().reread();
      if (isAny('webhooks', 'connection', 'leads')) void deliveries.getState().reread();
    });
  }, [bridge, hooks, deliveries, accountID, isAsked]);

  const showDelivery = (deliveryID: string): void => {
    setTab('deliveries');
    const { filter, filterBy, open } = deliveries.getState();
    if (filter !== 'all') void filterBy('all');
    void open(deliveryID);
  };

  return (
    <>
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
          options={accounts.map((each) => ({ value: each.accountID, label: accountName(each) }))}
          onChoose={(value) => setWanted(value as AccountID)}
        />
        <IconButton
          label={t('refresh')}
          onClick={() => {
            if (isAsked) void hooks.getState().reread();
            void deliveries.getState().reread();
          }}
        >
          <IconRefresh size={16} />
        </IconButton>
      </div>
      {tab === 'webhooks' ? (
        <WebhookList
          hooks={hooks}
          deliveries={deliveries}
          account={account}
          showDelivery={showDelivery}
        />
      ) : (
        <DeliveryList store={deliveries} />
      )}
    </>
  );
};

export const WebhooksPage = () => {
  const { t } = useTranslation('webhooks');
  const { queries } = useStores();
  const { value: known, error } = useAnswer('connect.accounts', {});
  const late = useLate(known === undefined && error === null);
  const [first, ...others] = known?.accounts ?? [];
  return (
    <Page title={t('title')} text={t('text')} wide>
      {late && <Spinner />}
      {known === undefined && error !== null && (
        <div className={styles.section}>
          <Trouble
            error={error}
            accountID={null}
            retry={() => void queries.reread('connect.accounts')}
          />
        </div>
      )}
      {known !== undefined && first === undefined && (
        <NoAccount icon={icon} text={t('none.text')} />
      )}
      {first !== undefined && <AccountPage accounts={[first, ...others]} />}
    </Page>
  );
};
