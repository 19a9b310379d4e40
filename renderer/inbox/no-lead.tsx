/** The right side of the inbox while no lead is open. */
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useActions } from '../platform/actions.ts';
import { useLeads } from '../leads/stores.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EveryoneReplied, useIsEveryoneAnswered } from './everyone-replied.tsx';
import styles from './inbox.module.css';

export const NoLead = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const isEveryoneAnswered = useIsEveryoneAnswered();
  const hasRows = useLeads(({ length }) => length > 0);
  if (isEveryoneAnswered) return <EveryoneReplied opensNext />;
  // The list explains why it is empty.
  if (!hasRows) return <section className={styles.none} />;
  return (
    <section className={styles.none}>
      <EmptyState
        icon={IconMessages}
        iconSize={32}
        title={t('thread.none.title')}
        text={t('thread.none.text')}
      >
        <dl className={styles.keys}>
          <dt>
            <kbd>{getHint('nextLead').printed}</kbd> <kbd>{getHint('previousLead').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.next')}</dd>
          <dt>
            <kbd>{getHint('reply').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.reply')}</dd>
          <dt>
            <kbd>{getHint('search').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.search')}</dd>
        </dl>
      </EmptyState>
    </section>
  );
};
