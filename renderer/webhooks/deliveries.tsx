/** What the service delivered to this app, newest first. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Deliveries } from '../state/deliveries.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { useLate } from '../ui/late.ts';
import { Nothing } from '../ui/nothing.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { Trouble } from './trouble.tsx';
import styles from './webhooks.module.css';

type Props = { readonly store: StoreApi<Deliveries> };

/** How applying all again went; for one it is said where that one stands. */
const AppliedAll = ({ store }: Props) => {
  const { t } = useTranslation('webhooks');
  const applied = useStore(store, (state) => (state.opened === null ? state.applied : null));
  const accountID = useStore(store, (state) => state.accountID);
  if (applied === null) return null;
  if (applied.state === 'failed') return <Trouble error={applied.error} accountID={accountID} />;
  if (applied.state === 'running')
    return (
      <p role="status" className={styles.working}>
        <Spinner />
        {t('deliveries.applying')}
      </p>
    );
  return (
    <p role="status" className={styles.working}>
      {(applied.applied > 0 || applied.notUnderstood === 0) &&
        t('deliveries.applied', { count: applied.applied })}{' '}
      {applied.notUnderstood > 0 && t('deliveries.still', { count: applied.notUnderstood })}
    </p>
  );
};

export const DeliveryList = ({ store }: Props) => {
  const { t } = useTranslation('webhooks');
  const state = useStore(store, (deliveries) => deliveries.state);
  const error = useStore(store, (deliveries) => deliveries.error);
  const filter = useStore(store, (deliveries) => deliveries.filter);
  const rows = useStore(store, (deliveries) => deliveries.deliveries);
  const next = useStore(store, (deliveries) => deliveries.next);
  const notUnderstood = useStore(store, (deliveries) => deliveries.notUnderstood);
  const accountID = useStore(store, (deliveries) => deliveries.accountID);
  const running = useStore(store, (deliveries) => deliveries.applied?.state === 'running');
  const late = useLate(state === 'loading');
  const actions = store.getState();
  return (
    <section aria-label={t('deliveries.label')} className={styles.section}>
      <div className={styles.toolbar}>
        <SegmentedControl
          aria-label={t('deliveries.filter')}
          value={filter}
          data={[
            { value: 'all', label: t('deliveries.all') },
            {
              value: 'not_understood',
              label:
                notUnderstood === 0
                  ? t('deliveries.notUnderstood')
                  : t('deliveries.notUnderstoodCount', { count: notUnderstood }),
            },
          ]}
          onChange={(value) => void actions.filterBy(value)}
        />
        {notUnderstood > 0 && (
          <BusyButton
            variant="default"
            busy={running}
            onClick={() => {
              void actions.open(null);
              void actions.apply(null);
            }}
          >
            {t('deliveries.applyAll')}
          </BusyButton>
        )}
      </div>
      <AppliedAll store={store} />
      {late && <Spinner />}
      {state === 'failed' && error !== null && (
        <Trouble error={error} accountID={accountID} retry={() => void actions.reread()} />
      )}
      {state === 'ready' && rows.length === 0 && (
        <Nothing
          icon={<IconInbox size={28} stroke={1.5} />}
          title={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.title`)}
          text={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.text`)}
        />
      )}
      {rows.length > 0 && (
        <ul className={styles.card}>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.deliveryID} deliveries={store} delivery={delivery} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div className={styles.more}>
          <Button variant="default" onClick={() => void actions.more()}>
            {t('deliveries.more')}
          </Button>
        </div>
      )}
    </section>
  );
};
