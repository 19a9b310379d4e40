/** The right side of the inbox while no lead is open: the conversation is loaded with the first one. */
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hintOf } from '../actions/registry.ts';
import { useCounts } from '../state/counts.ts';
import { useLeads } from '../state/stores.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EveryoneReplied } from './everyone-replied.tsx';
import styles from './inbox.module.css';

/** Whether the view of those who wait has been read, and nobody is in it. */
const useNobodyWaits = (): boolean => {
  const isEmpty = useLeads(
    ({ view, query, state, length }) =>
      view === 'needs_reply' && query === '' && state === 'ready' && length === 0,
  );
  const counts = useCounts().counts;
  return isEmpty && counts !== null && counts.all + counts.archived > 0;
};

export const NoLead = () => {
  const { t } = useTranslation();
  if (useNobodyWaits()) return <EveryoneReplied />;
  return (
    <section className={styles.none}>
      <EmptyState
        icon={<IconMessages size={32} stroke={1.5} />}
        title={t('thread.none.title')}
        text={t('thread.none.text')}
      >
        <dl className={styles.keys}>
          <dt>
            <kbd>{hintOf('nextLead').printed}</kbd> <kbd>{hintOf('previousLead').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.next')}</dd>
          <dt>
            <kbd>{hintOf('reply').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.reply')}</dd>
          <dt>
            <kbd>{hintOf('search').printed}</kbd>
          </dt>
          <dd>{t('thread.noneKeys.search')}</dd>
        </dl>
      </EmptyState>
    </section>
  );
};
