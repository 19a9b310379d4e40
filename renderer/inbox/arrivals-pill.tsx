/** The number of new leads outside the visible rows; a click selects the first one. */
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useActions } from '../platform/actions.ts';
import { useInboxStores } from './stores.ts';
import { useToasts } from '../platform/stores.ts';
import styles from './lead-list.module.css';

export const ArrivalsPill = () => {
  const actions = useActions();
  const { t } = useTranslation();
  const { arrivals } = useInboxStores();
  const count = useStore(arrivals, ({ unseen }) => unseen.length);
  const isAbove = useStore(arrivals, (state) => state.isAbove);
  const hasToast = useToasts(({ toasts }) => toasts.length > 0);
  const hint = actions.hintOf('newLeads');
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
          onClick={() => actions.find('newLeads')?.run()}
        >
          {t('list.arrived', { count })}
        </Button>
      )}
    </div>
  );
};
