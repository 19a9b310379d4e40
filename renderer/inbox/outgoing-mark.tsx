/** The state of a lead's outgoing reply, in its row. Outside the Outgoing view, the first seconds show no mark. */
import {
  IconAlertCircleFilled,
  IconCalendarClock,
  IconClock,
  IconHelpCircle,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Outgoing } from '../../contract/records.ts';
import { useLeads } from '../leads/stores.ts';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useMoment, useSecondsLeft } from '../ui/time-words.ts';
import styles from './lead-row.module.css';

const slowMs = 10_000;
const unconfirmedMs = 30_000;

type Mark = 'scheduled' | 'soon' | 'sending' | 'waiting' | 'notConfirmed' | 'notSent';

/** Chooses the mark at that time. @param isEager true if the first seconds have a mark too */
export const chooseMark = (
  { state, since }: Outgoing,
  now: number,
  isEager: boolean,
): Mark | null => {
  const waited = now - since;
  if (state === 'failed') return 'notSent';
  if (state === 'unconfirmed') return 'notConfirmed';
  if (state === 'scheduled') return 'scheduled';
  if (state === 'checking' && waited >= unconfirmedMs) return 'notConfirmed';
  if (waited < 0) return isEager ? 'soon' : null;
  if (waited < slowMs && !isEager) return null;
  return state === 'waiting' ? 'waiting' : 'sending';
};

const icons = {
  scheduled: IconCalendarClock,
  soon: IconClock,
  sending: IconSend,
  waiting: IconClock,
  notConfirmed: IconHelpCircle,
  notSent: IconAlertCircleFilled,
} as const satisfies Readonly<Record<Mark, unknown>>;

export const OutgoingMark = ({ outgoing }: { readonly outgoing: Outgoing }) => {
  const { t } = useTranslation();
  const { seconds: ticker } = usePlatform();
  const isEager = useLeads(({ view }) => view === 'outgoing');
  const mark = useTicking(ticker, (now) => chooseMark(outgoing, now, isEager));
  const seconds = useSecondsLeft(outgoing.since);
  const time = useMoment(outgoing.since);
  if (mark === null) return null;
  const Icon = icons[mark];
  return (
    <span className={styles.mark} data-mark={mark}>
      <Icon size={13} aria-hidden />
      {mark === 'soon'
        ? t('message.sendsIn', { seconds })
        : mark === 'scheduled'
          ? t('message.sendsAt', { time })
          : t(`outgoing.${mark}`)}
    </span>
  );
};
