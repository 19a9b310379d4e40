/** Webhooks at the service and what they delivered here, for one account at a time. */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPlugConnectedX, IconWebhook } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
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
import { useConnection, useSession, useStores } from '../state/stores.ts';
import { createWebhooks, type Webhooks } from '../state/webhooks.ts';
import { useLate } from '../ui/late.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DeliveryList } from './deliveries.tsx';
import { Mend } from './mend.tsx';
import { OwnerCard } from './owner-card.tsx';
import { Trouble } from './trouble.tsx';
import styles from './webhooks.module.css';

type Tab = 'webhooks' | 'deliveries';

/** What was just deleted, and the way back where there is one. */
const Deleted = ({ hooks }: { readonly hooks: StoreApi<Webhooks> }) => {
  const { t } = useTranslation('webhooks');
  const { t: shared } = useTranslation();
  const deleted = useStore(hooks, (state) => state.deleted);
  const bar = useRef<HTMLDivElement>(null);
  // The row that had the focus is gone.
  useEffect(() => {
    if (deleted !== null) bar.current?.focus();
  }, [deleted]);
  if (deleted === null) return null;
  return (
    <div ref={bar} role="status" tabIndex={-1} className={styles.notice} data-tone="plain">
      <p>
        <bdi>{t('delete.done', { url: deleted.url })}</bdi>
      </p>
      {deleted.restorable && (
        <Button variant="default" onClick={() => void hooks.getState().restore()}>
          {shared('common.undo')}
        </Button>
      )}
    </div>
  );
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
  if (account.interface === 'legacy')
    return (
      <div className={styles.nothing}>
        <Nothing
          icon={<IconWebhook size={28} stroke={1.5} />}
          title={t('legacy.title')}
          text={t('legacy.text')}
        />
      </div>
    );
  return (
    <section aria-label={t('tabs.webhooks')} className={styles.section}>
      {late && <Spinner />}
      {failure !== null && <Trouble error={failure} accountID={account.accountID} retry={reread} />}
      {failure === null && (
        <>
          <Mend hooks={hooks} />
          <Deleted hooks={hooks} />
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
  const isConnected = account.grant.state !== 'disconnected';
  const isAsked = account.interface === 'v4';
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
  }, [bridge, hooks, deliveries, accountID, isAsked, isConnected]);

  const showDelivery = (deliveryID: string): void => {
    setTab('deliveries');
    void deliveries.getState().open(deliveryID);
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
        {accounts.length > 1 && (
          <NativeSelect
            aria-label={t('account')}
            value={accountID}
            data={accounts.map((each) => ({
              value: each.accountID,
              label: `${each.profileName} · ${each.userName || each.email || each.accountID}`,
            }))}
            onChange={(event) => setWanted(event.currentTarget.value as AccountID)}
          />
        )}
        <span className={styles.gap} />
        <Button
          variant="default"
          onClick={() => {
            if (isAsked) void hooks.getState().reread();
            void deliveries.getState().reread();
          }}
        >
          {t('refresh')}
        </Button>
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
  const state = useConnection((connection) => connection.state);
  const error = useConnection((connection) => connection.error);
  const accounts = useConnection((connection) => connection.accounts);
  const reread = useConnection((connection) => connection.reread);
  const go = useSession((session) => session.go);
  const late = useLate(state === 'loading');
  const [first, ...others] = accounts;
  return (
    <Page title={t('title')} text={t('text')} wide>
      {late && <Spinner />}
      {state === 'failed' && error !== null && (
        <div className={styles.section}>
          <Trouble error={error} accountID={null} retry={() => void reread()} />
        </div>
      )}
      {state === 'ready' && first === undefined && (
        <div className={styles.nothing}>
          <Nothing
            icon={<IconPlugConnectedX size={28} stroke={1.5} />}
            title={t('none.title')}
            text={t('none.text')}
            action={{ label: t('none.action'), run: () => go('welcome') }}
          />
        </div>
      )}
      {first !== undefined && <AccountPage accounts={[first, ...others]} />}
    </Page>
  );
};
