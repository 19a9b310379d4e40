/** What the right side says when nobody waits any more: how today went. */
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../state/use-answer.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useWaitWords } from '../ui/time-words.ts';
import styles from './inbox.module.css';

export const EveryoneReplied = () => {
  const { t } = useTranslation();
  const words = useWaitWords();
  const today = useAnswer('insights.today', {}).value;
  const { firstReplies = 0, medianMs = null } = today ?? {};
  return (
    <section className={styles.none}>
      <EmptyState
        icon={<IconCircleCheck size={32} stroke={1.5} />}
        title={t('thread.everyone.title')}
        text={
          medianMs === null
            ? t('thread.everyone.text')
            : t('thread.everyone.figure', { count: firstReplies, time: words(medianMs) })
        }
      />
    </section>
  );
};
