/** Received deliveries, newest first. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { AccountID } from '../../contract/records.ts';
import { deliveryPages, type Deliveries } from './delivery-list.ts';
import { usePlatform } from '../platform/stores.ts';
import { usePages } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { useLate } from '../ui/late.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Applied, DeliveryRow } from './delivery-row.tsx';
import { WebhookFailure } from './webhook-failure.tsx';
import styles from './webhooks.module.css';

type Props = {
  readonly store: StoreApi<Deliveries>;
  readonly accountID: AccountID;
  readonly notUnderstood: number;
};

export const DeliveryList = ({ store, accountID, notUnderstood }: Props) => {
  const { t } = useTranslation('webhooks');
  const { queries } = usePlatform();
  const filter = useStore(store, (deliveries) => deliveries.filter);
  const { value: pages, error, hasMore, more } = usePages(deliveryPages(accountID, filter));
  const rows = pages?.flatMap(({ deliveries }) => deliveries) ?? [];
  const running = useStore(store, (deliveries) => deliveries.applied?.state === 'running');
  const late = useLate(pages === undefined && error === null);
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
          onChange={(value) => actions.filterBy(value)}
        />
        {notUnderstood > 0 && (
          <BusyButton
            variant="default"
            busy={running}
            onClick={() => {
              actions.open(null);
              void actions.apply(null);
            }}
          >
            {t('deliveries.applyAll')}
          </BusyButton>
        )}
      </div>
      <Applied deliveries={store} isOne={false} />
      {late && <Spinner />}
      {error !== null && (
        <WebhookFailure
          error={error}
          accountID={accountID}
          retry={() => void queries.refetch('deliveries.list')}
        />
      )}
      {error === null && pages !== undefined && rows.length === 0 && (
        <EmptyState
          icon={<IconInbox size={28} stroke={1.5} />}
          title={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.title`)}
          text={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.text`)}
        />
      )}
      {rows.length > 0 && (
        <ul className={styles.card}>
          {rows.map((delivery) => (
            <DeliveryRow
              key={delivery.deliveryID}
              deliveries={store}
              delivery={delivery}
              accountID={accountID}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={styles.more}>
          <Button variant="default" onClick={() => void more()}>
            {t('deliveries.more')}
          </Button>
        </div>
      )}
    </section>
  );
};
