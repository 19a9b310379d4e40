/** How far an own reply has come: a glyph and a word, and what can be done about it. */
import { Button } from '@mantine/core';
import {
  IconAlertCircleFilled,
  IconCheck,
  IconClock,
  IconHourglassHigh,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Message, Sending } from '../../contract/records.ts';
import { useStores } from '../state/stores.ts';
import { useSecondsLeft } from '../ui/time-words.ts';
import styles from './message.module.css';

const Queued = ({ sending }: { readonly sending: Extract<Sending, { state: 'queued' }> }) => {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(sending.notBefore);
  if (sending.waitsFor === 'reconnect') return t('message.waitsForReconnect');
  if (sending.waitsFor !== 'undo') return t('message.waitsForNetwork');
  return seconds > 0 ? t('message.sendsIn', { seconds }) : t('message.sendsNow');
};

type ActProps = { readonly label: string; readonly onClick: () => void };
const Act = ({ label, onClick }: ActProps) => (
  <Button variant="link" h={24} px={8} fz={12} onClick={onClick}>
    {label}
  </Button>
);

/** @param quiet a sent reply that is not the newest one keeps its word for screen readers only */
export const SendingState = ({
  message,
  quiet,
}: {
  readonly message: Message;
  readonly quiet: boolean;
}) => {
  const { t } = useTranslation();
  const { replying } = useStores();
  const { sending, messageID } = message;
  switch (sending?.state) {
    case 'queued':
      return (
        <span className={styles.state}>
          <IconClock size={14} aria-hidden />
          <span className="tabular">
            <Queued sending={sending} />
          </span>
          <Act
            label={t('message.undo')}
            onClick={() => void replying.undo(messageID, message.leadID)}
          />
        </span>
      );
    case 'sending':
      return (
        <span className={styles.state}>
          <IconSend size={14} aria-hidden />
          {t('message.sending')}
        </span>
      );
    case 'checking':
      return (
        <span className={styles.state}>
          <IconHourglassHigh size={14} aria-hidden />
          {t('message.checking')}
        </span>
      );
    case 'failed':
      return (
        <span className={styles.state} data-tone="danger">
          <IconAlertCircleFilled size={14} aria-hidden />
          <span title={sending.reason.detail}>
            {sending.reason.code === 'outcome_unknown'
              ? t('message.mayHaveArrived')
              : t('message.failedWhy', { reason: t(`errors.${sending.reason.code}.what`) })}
          </span>
          <Act label={t('message.retry')} onClick={() => void replying.retry(messageID)} />
          <Act label={t('message.discard')} onClick={() => void replying.discard(messageID)} />
        </span>
      );
    case 'sent':
    case undefined:
      return (
        <span className={styles.state} title={t('message.sent')}>
          <IconCheck size={14} aria-hidden />
          <span className={quiet ? 'hidden-visually' : undefined}>{t('message.sent')}</span>
        </span>
      );
  }
};
