/** The right side of the inbox while no lead is open: the conversation is loaded with the first one. */
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/empty-state.tsx';
import styles from './inbox.module.css';

export const NoLead = () => {
  const { t } = useTranslation();
  return (
    <section className={styles.none}>
      <EmptyState
        icon={<IconMessages size={32} stroke={1.5} />}
        title={t('thread.none.title')}
        text={t('thread.none.text')}
      >
        <dl className={styles.keys}>
          <dt>
            <kbd>J</kbd> <kbd>K</kbd>
          </dt>
          <dd>{t('thread.noneKeys.next')}</dd>
          <dt>
            <kbd>R</kbd>
          </dt>
          <dd>{t('thread.noneKeys.reply')}</dd>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>{t('thread.noneKeys.search')}</dd>
        </dl>
      </EmptyState>
    </section>
  );
};
