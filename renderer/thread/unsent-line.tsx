/** A reply that a rule did not send, in the conversation, with the reason. */
import { useTranslation } from 'react-i18next';
import type { UnsentReply } from '../../contract/automatic-replies.ts';
import { clockTime, dateAndTime, isoTime } from '../platform/format.ts';
import styles from './thread.module.css';

export const UnsentLine = ({ reply }: { readonly reply: UnsentReply }) => {
  const { t, i18n } = useTranslation();
  const { ruleName, reason, gap, at } = reply;
  return (
    <p className={styles.fact}>
      <time dateTime={isoTime(at)} title={dateAndTime(at, i18n.language)} className="tabular">
        {clockTime(at, i18n.language)}
      </time>{' '}
      {t('message.unsent', { name: ruleName, reason: t(`automatic.reason.${reason}`, { gap }) })}
    </p>
  );
};
