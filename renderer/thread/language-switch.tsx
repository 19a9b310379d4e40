/** The button that switches a lead's reply language. */
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { otherLanguage } from '../../contract/customer-language.ts';
import type { LeadRow } from '../../contract/records.ts';
import { useReplyLanguage } from '../leads/use-reply-language.ts';
import styles from './composer.module.css';

export const LanguageSwitch = ({ row }: { readonly row: LeadRow }) => {
  const { t } = useTranslation();
  const { language, switchOver } = useReplyLanguage(row);
  const name = t(`replyLanguage.${language}`);
  const other = t(`replyLanguage.${otherLanguage(language)}`);
  return (
    <button
      type="button"
      className={styles.chip}
      title={t('replyLanguage.switch', { language: other })}
      onClick={switchOver}
    >
      <IconLanguage size={14} stroke={1.75} aria-hidden />
      <span className="hidden-visually">{t('replyLanguage.label')}</span> {name}
    </button>
  );
};
