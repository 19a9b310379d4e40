/** How long a customer has been waiting for a reply: a glyph and words, louder while it presses. */
import { IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStores } from '../state/stores.ts';
import { useTicking } from '../state/ticker.ts';
import { useWait } from '../ui/time-words.ts';
import styles from './waiting-chip.module.css';

const hour = 3_600_000;

type Urgency = 'fresh' | 'pressing' | 'late';
/** Most customers choose within the first hours: from the first hour on it presses, after four it is late. */
const urgencyOf = (waited: number): Urgency =>
  waited < hour ? 'fresh' : waited < 4 * hour ? 'pressing' : 'late';

export const WaitingChip = ({ since }: { readonly since: number | null }) => {
  const { t } = useTranslation();
  const time = useWait(since);
  const urgency = useTicking(useStores().ticker, (now) =>
    since === null ? 'fresh' : urgencyOf(now - since),
  );
  if (time === null) return null;
  const Icon = urgency === 'fresh' ? IconClockHour4 : IconClockExclamation;
  return (
    <span className={styles.chip} data-urgency={urgency} title={t('list.waitingLong', { time })}>
      <Icon size={13} stroke={2} aria-hidden />
      {t('list.waiting', { time })}
    </span>
  );
};
