/** Shows over the list how many new leads arrived out of sight, and leads to the first one. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { actionOf, hintOf } from '../actions/registry.ts';
import { useStores, useToasts } from '../app/stores.ts';
import styles from './lead-list.module.css';

export const ArrivalsPill = () => {
  const { t } = useTranslation();
  const stores = useStores();
  const count = useStore(stores.arrivals, ({ unseen }) => unseen.length);
  const isAbove = useStore(stores.arrivals, (state) => state.isAbove);
  const hasToast = useToasts(({ toasts }) => toasts.length > 0);
  const hint = hintOf('newLeads');
  const Arrow = isAbove ? IconArrowUp : IconArrowDown;
  return (
    <div role="status">
      {count > 0 && (
        <Button
          variant="default"
          className={styles.pill}
          data-above={isAbove}
          data-raised={hasToast}
          title={hint.printed}
          aria-keyshortcuts={hint.spoken}
          leftSection={<Arrow size={14} aria-hidden />}
          onClick={() => actionOf('newLeads')?.run(stores)}
        >
          {t('list.arrived', { count })}
        </Button>
      )}
    </div>
  );
};
