/** The state of a reply, and its buttons. */
import { Button } from '@mantine/core';
import { IconCheck, IconClock, IconHourglassHigh, IconRobot, IconSend } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message, Sending } from '../../contract/records.ts';
import { useAccounts } from '../accounts/use-accounts.ts';
import { useConversation } from '../leads/stores.ts';
import { useChoosablePeople, useMember } from '../leads/team.ts';
import { useActions } from '../platform/actions.ts';
import type { Hint } from '../platform/keyboard.ts';
import { useSession } from '../platform/stores.ts';
import { useThreadStores } from './stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { useFocusNext } from '../ui/focus-back.ts';
import { useMoment, useSecondsLeft } from '../ui/time-words.ts';
import { SendingProblem } from './sending-problem.tsx';
import styles from './message.module.css';

/** Time after which a checked reply counts as not confirmed. */
const unconfirmedMs = 30_000;

type QueuedState = Extract<Sending, { state: 'queued' }>;

const QueuedWords = ({ sending }: { readonly sending: QueuedState }) => {
  const { t } = useTranslation();
  const isOnline = useSession((state) => state.isOnline);
  const seconds = useSecondsLeft(sending.notBefore);
  const { waitsFor } = sending;
  const time = useMoment(sending.notBefore);
  if (waitsFor === 'undo')
    return seconds > 0 ? t('message.sendsIn', { seconds }) : t('message.sendsNow');
  if (waitsFor === 'schedule') {
    const when = t('message.sendsAt', { time });
    return sending.unlessAnswered ? `${when} ${t('message.unlessAnswered')}` : when;
  }
  if (waitsFor === 'reconnect') return t('message.waitsForReconnect');
  if (waitsFor === 'turn') return t('message.waitsForTurn');
  if (waitsFor === 'network' && !isOnline) return t('message.waitsForNetwork');
  const why = waitsFor === 'network' ? 'service' : waitsFor;
  return `${t(`message.${why}`)}${seconds > 0 ? `; ${t('message.nextTry', { seconds })}` : ''}`;
};

type ActProps = { readonly label: string; readonly hint?: Hint; readonly onClick: () => void };
const Act = ({ label, hint, onClick }: ActProps) => (
  <Button
    variant="link"
    h={24}
    px={8}
    fz={12}
    title={hint?.printed}
    aria-keyshortcuts={hint?.spoken}
    onClick={onClick}
  >
    {label}
  </Button>
);

/** Shown for leads of the team's accounts, if there are colleagues. */
const HandOver = ({ message: { messageID, leadID } }: { readonly message: Message }) => {
  const { t } = useTranslation();
  const { handing } = useThreadStores();
  const own = useMember()?.person;
  const colleagues = useChoosablePeople(own, own !== undefined);
  const accountID = useConversation(({ details }) =>
    details?.row.leadID === leadID ? details.row.accountID : null,
  );
  const isOfTeam = useAccounts().some((each) => each.accountID === accountID && each.team != null);
  if (own === undefined || colleagues.length === 0 || !isOfTeam) return null;
  return (
    <Act
      label={t('message.handOver')}
      onClick={() => handing.setState({ open: { leadID, messageID } })}
    />
  );
};

type QueuedProps = { readonly message: Message; readonly sending: QueuedState };

const Queued = ({ message, sending }: QueuedProps) => {
  const { t } = useTranslation();
  const { getHint } = useActions();
  const { replying } = useThreadStores();
  const line = useRef<HTMLSpanElement>(null);
  useFocusNext(line);
  const { messageID, leadID, rule } = message;
  const undo = (): void => void replying.undo(messageID, leadID);
  const isScheduled = sending.waitsFor === 'schedule';
  const isAboutToSend = ['undo', 'pace', 'turn'].includes(sending.waitsFor);
  return (
    <span ref={line} className={styles.state}>
      <span className={styles.words}>
        <IconClock size={14} aria-hidden />
        <span>
          <QueuedWords sending={sending} />
        </span>
      </span>
      {rule === null ? (
        <>
          {!isAboutToSend && (
            <Act
              label={t(isScheduled ? 'message.sendNow' : 'message.tryNow')}
              onClick={() => void replying.retry(messageID)}
            />
          )}
          <Act label={t(isScheduled ? 'message.edit' : 'message.undo')} onClick={undo} />
          {isScheduled && (
            <Act label={t('message.discard')} onClick={() => void replying.discard(messageID)} />
          )}
          {!isAboutToSend && <HandOver message={message} />}
        </>
      ) : (
        <>
          <Act
            label={t('message.sendNow')}
            hint={getHint('sendRuleReply')}
            onClick={() => void replying.sendRuleReply(messageID)}
          />
          <Act label={t('message.edit')} onClick={undo} />
          <Act
            label={t('message.doNotSend')}
            hint={getHint('declineRuleReply')}
            onClick={() => void replying.declineRuleReply(messageID)}
          />
        </>
      )}
    </span>
  );
};

type CheckingProps = {
  readonly message: Message;
  readonly sending: Extract<Sending, { state: 'sending' | 'checking' }>;
};

const Checking = ({ message, sending: { since, withoutHub = false } }: CheckingProps) => {
  const { t } = useTranslation();
  const { seconds } = useThreadStores();
  const isLong = useTicking(seconds, (now) => now - since >= unconfirmedMs);
  if (isLong) return <SendingProblem message={message} reason={null} />;
  return (
    <span className={styles.state}>
      <IconHourglassHigh size={14} aria-hidden />
      {t('message.checking')}
      {withoutHub && <span className={styles.words}>{t('message.withoutHub')}</span>}
    </span>
  );
};

type StateProps = {
  readonly message: Message;
  /** Hides the text of a sent reply, except for screen readers. */
  readonly isQuiet: boolean;
};

export const SendingState = ({ message, isQuiet }: StateProps) => {
  const { t } = useTranslation();
  const { sending } = message;
  if (message.isAutomatic)
    return (
      <span className={styles.state}>
        <IconRobot size={14} aria-hidden />
        {t('message.automatic')}
      </span>
    );
  switch (sending?.state) {
    case 'queued':
      return <Queued message={message} sending={sending} />;
    case 'sending':
      return (
        <span className={styles.state}>
          <IconSend size={14} aria-hidden />
          {t('message.sending')}
          {sending.withoutHub && <span className={styles.words}>{t('message.withoutHub')}</span>}
        </span>
      );
    case 'checking':
      return <Checking message={message} sending={sending} />;
    case 'failed':
      return <SendingProblem message={message} reason={sending.reason} />;
    case 'sent':
    case undefined:
      // The line about its rule already says so.
      if (message.rule !== null) return null;
      return (
        <span className={styles.state} title={t('message.sent')}>
          <IconCheck size={14} aria-hidden />
          <span className={isQuiet ? 'hidden-visually' : undefined}>{t('message.sent')}</span>
        </span>
      );
  }
};
