/** Received deliveries, newest first. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { buildDeliveryQuery } from './delivery-list.ts';
import { useAccount, useDeliveries, WebhookFailure } from './account.tsx';
import { usePlatform } from '../platform/stores.ts';
import { usePages } from '../platform/use-answer.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { useLate } from '../ui/late.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Applied, DeliveryRow } from './delivery-row.tsx';
import styles from './webhooks.module.css';

export const DeliveryList = ({ notUnderstood }: { readonly notUnderstood: number }) => {
  const { t } = useTranslation('webhooks');
  const { queries } = usePlatform();
  const { accountID } = useAccount().account;
  const { filter, applied, filterBy, open, apply } = useDeliveries((state) => state);
  const {
    value: pages,
    error,
    hasMore,
    loadMore,
  } = usePages(buildDeliveryQuery(accountID, filter));
  const rows = pages?.flatMap(({ deliveries }) => deliveries) ?? [];
  const isSlow = useLate(pages === undefined && error === null);
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
          onChange={(value) => filterBy(value)}
        />
        {notUnderstood > 0 && (
          <BusyButton
            busy={applied?.state === 'running'}
            onClick={() => {
              open(null);
              void apply(null);
            }}
          >
            {t('deliveries.applyAll')}
          </BusyButton>
        )}
      </div>
      <Applied isOne={false} />
      {isSlow && <Spinner />}
      <WebhookFailure error={error} retry={() => void queries.refetch('deliveries.list')} />
      {error === null && pages !== undefined && rows.length === 0 && (
        <EmptyState
          icon={IconInbox}
          title={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.title`)}
          text={t(`deliveries.${filter === 'all' ? 'none' : 'noneNotUnderstood'}.text`)}
        />
      )}
      {rows.length > 0 && (
        <ul className={styles.card}>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.deliveryID} delivery={delivery} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={styles.more}>
          <Button onClick={() => void loadMore()}>{t('deliveries.more')}</Button>
        </div>
      )}
    </section>
  );
};
