/** The reply deadline of a lead, more prominent as it approaches. */
import { IconClockExclamation, IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useDistance, useMoment } from '../ui/time-words.ts';
import styles from './reply-by.module.css';

const hourMs = 3_600_000;

type Urgency = 'calm' | 'soon' | 'late';
const deriveUrgency = (replyBy: number, now: number): Urgency =>
  now >= replyBy ? 'late' : replyBy - now < hourMs ? 'soon' : 'calm';

const useUrgency = (replyBy: number | null): Urgency | null =>
  useTicking(usePlatform().ticker, (now) =>
    replyBy === null ? null : deriveUrgency(replyBy, now),
  );

type Props = { readonly replyBy: number; readonly urgency: Urgency };

const TimeRemaining = ({ replyBy, urgency }: Props) => {
  const { t } = useTranslation();
  const time = useDistance(replyBy);
  return t(urgency === 'late' ? 'replyBy.late' : 'replyBy.left', { time });
};

const Chip = ({ replyBy, urgency }: Props) => {
  const { t } = useTranslation();
  const moment = useMoment(replyBy);
  const Icon = urgency === 'late' ? IconClockExclamation : IconClockHour4;
  return (
    <span className={styles.chip} data-urgency={urgency} title={t('replyBy.by', { moment })}>
      <Icon size={13} stroke={2} aria-hidden />
      <TimeRemaining replyBy={replyBy} urgency={urgency} />
    </span>
  );
};

/** Shown in a row from the last hourMs before the deadline on. */
export const TimeLeft = ({ replyBy }: { readonly replyBy: number | null }) => {
  const urgency = useUrgency(replyBy);
  if (replyBy === null || urgency === null || urgency === 'calm') return null;
  return <Chip replyBy={replyBy} urgency={urgency} />;
};

const Due = ({ replyBy, urgency }: Props) => {
  const { t } = useTranslation();
  const moment = useMoment(replyBy);
  return (
    <span className={styles.due} data-urgency={urgency}>
      {t('replyBy.by', { moment })}
      {urgency !== 'calm' && (
        <>
          {' · '}
          <TimeRemaining replyBy={replyBy} urgency={urgency} />
        </>
      )}
    </span>
  );
};

/** Shown above a conversation; from the last hourMs on with the time left or exceeded. */
export const ReplyBy = ({ replyBy }: { readonly replyBy: number | null }) => {
  const urgency = useUrgency(replyBy);
  return replyBy === null || urgency === null ? null : <Due replyBy={replyBy} urgency={urgency} />;
};
