/** Today's figures above Needs reply. Its space is reserved, so that it moves no row when it loads. */
import { useTranslation } from 'react-i18next';
import { useLeads } from '../leads/stores.ts';
import { useSession } from '../platform/stores.ts';
import { useAnswer } from '../platform/use-answer.ts';
import { useWaitWords } from '../ui/time-words.ts';
import styles from './lead-list.module.css';

export const TodayLine = () => {
  const { t } = useTranslation();
  const words = useWaitWords();
  const isShown = useLeads(({ view, query }) => view === 'needs_reply' && query === '');
  const go = useSession((state) => state.go);
  const today = useAnswer('insights.today', {}, isShown).value;
  if (!isShown) return null;
  if (today === undefined) return <div className={styles.today} />;
  const { firstReplies, medianMs } = today;
  return (
    <button type="button" className={styles.today} onClick={() => go('insights')}>
      {medianMs === null
        ? t('today.none')
        : t('today.line', { count: firstReplies, time: words(medianMs) })}
    </button>
  );
};
