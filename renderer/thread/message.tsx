/** One message of a conversation, with its attachments, time and sending state. */
import { IconRobot } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message as StoredMessage } from '../../contract/records.ts';
import { Author } from '../leads/person.tsx';
import { useIsColleague } from '../leads/team.ts';
import { MessageText } from '../ui/message-text.tsx';
import { Attachments } from './attachments.tsx';
import { ClockTime } from './clock-time.tsx';
import { SendingState } from './sending-state.tsx';
import styles from './message.module.css';

type Props = {
  readonly message: StoredMessage;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The newest own reply shows "Sent"; older ones only the icon. */
  readonly isNewest: boolean;
};

export const Message = memo(({ message, isFirst, isLast, isNewest }: Props) => {
  const { t } = useTranslation();
  const isOwn = message.side === 'business';
  const state = isOwn ? (message.sending?.state ?? 'sent') : undefined;
  const isUnsent = state !== undefined && state !== 'sent';
  const { rule, person } = message;
  const isByColleague = useIsColleague(person);
  const hasMeta = isLast || message.isAutomatic || rule !== null || isUnsent || isByColleague;
  return (
    <div
      className={styles.message}
      data-side={message.side}
      data-first={isFirst}
      data-last={isLast}
      data-message-id={message.messageID}
      data-message-state={state}
    >
      <span className="hidden-visually">
        {isByColleague && person !== null ? (
          <Author person={person} />
        ) : isOwn && !message.isAutomatic ? (
          t('thread.you')
        ) : (
          message.author || t('list.unnamed')
        )}
      </span>
      <div className={styles.bubble}>
        {message.text !== '' && <MessageText text={message.text} />}
        {message.text === '' && message.attachments.length === 0 && t('message.empty')}
        <Attachments
          files={message.attachments}
          leadID={message.leadID}
          messageID={message.messageID}
        />
      </div>
      {hasMeta && (
        <div className={styles.meta}>
          <ClockTime at={message.at} />
          {rule !== null && (
            <span className={styles.words}>
              <IconRobot size={14} aria-hidden />
              <span>{t(isUnsent ? 'message.ofRule' : 'message.byRule', { name: rule.name })}</span>
            </span>
          )}
          {isByColleague && person !== null && (
            <span className={styles.words}>
              <Author person={person} />
            </span>
          )}
          {isOwn && <SendingState message={message} isQuiet={!isNewest} />}
        </div>
      )}
    </div>
  );
});
Message.displayName = 'Message';
