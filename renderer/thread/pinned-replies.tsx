/** The pinned replies above the composer; a click or a key inserts one. */
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getOtherLanguage } from '../../contract/customer-language.ts';
import { chooseText, buildValues } from '../../contract/template.ts';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { LeadRow } from '../../contract/records.ts';
import { useActions } from '../platform/actions.ts';
import { useReplyLanguage } from '../leads/use-reply-language.ts';
import { TemplateText } from '../leads/template-text.tsx';
import { useLeadStores } from '../leads/stores.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './composer.module.css';

type Props = {
  readonly row: LeadRow;
  readonly pinned: readonly SavedReply[];
  /** A pinned reply or another text to insert has several languages. */
  readonly hasLanguages: boolean;
};

export const PinnedReplies = ({ row, pinned, hasLanguages }: Props) => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { language, switchOver } = useReplyLanguage(row);
  const { savedReplying } = useLeadStores();
  if (pinned.length === 0 && !hasLanguages) return null;
  return (
    <div role="group" aria-label={t('savedReply.pinned')} className={styles.pinned}>
      {pinned.map((reply, index) => (
        <Tooltip
          key={reply.savedReplyID}
          label={<TemplateText text={chooseText(reply, language)} values={buildValues(row)} />}
          side="above"
        >
          <button
            type="button"
            className={styles.chip}
            aria-keyshortcuts={getHint(`pinned.${index + 1}`).spoken}
            onClick={() => savedReplying.insert(row, reply)}
          >
            <kbd>{getHint(`pinned.${index + 1}`).printed}</kbd>
            <bdi>{reply.name}</bdi>
          </button>
        </Tooltip>
      ))}
      {hasLanguages && (
        <button
          type="button"
          className={styles.chip}
          title={t('replyLanguage.switch', {
            language: t(`replyLanguage.${getOtherLanguage(language)}`),
          })}
          onClick={switchOver}
        >
          <IconLanguage size={14} stroke={1.75} aria-hidden />
          <span className="hidden-visually">{t('replyLanguage.label')}</span>{' '}
          {t(`replyLanguage.${language}`)}
        </button>
      )}
    </div>
  );
};
