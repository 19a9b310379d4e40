/** Preview of a template for a real lead, with its gaps and cursor marked. */
import { useTranslation } from 'react-i18next';
import { parseTemplate, timesVariable, type Values, buildValues } from '../../contract/template.ts';
import { getGapNames } from '../leads/saved-replies.ts';
import { useConversation, useLeads } from '../leads/stores.ts';
import styles from './saved-replies.module.css';

/** Values of the open lead, the first lead of the list, or an example. */
const useExample = (): { readonly values: Values; readonly name: string | undefined } => {
  const { t } = useTranslation('savedReplies');
  const open = useConversation((state) => state.details?.row);
  const first = useLeads((state) => state.rows[0]);
  const row = open ?? first;
  const values =
    row === undefined
      ? {
          'customer.firstName': t('example.firstName'),
          'customer.name': t('example.name'),
          'business.name': t('example.business'),
          category: t('example.category'),
          city: t('example.city'),
        }
      : buildValues(row);
  return { values: { ...values, [timesVariable]: t('example.times') }, name: row?.customerName };
};

export const Preview = ({ text }: { readonly text: string }) => {
  const { t, i18n } = useTranslation('savedReplies');
  const { values, name } = useExample();
  const names = getGapNames(i18n.language);
  return (
    <section className={styles.preview} aria-label={t('preview.label')}>
      <h2>{name ? t('preview.of', { name }) : t('preview.example')}</h2>
      <p>
        {parseTemplate(text).map((part, index) => {
          if (part.kind === 'text') return part.raw;
          if (part.kind === 'unknown')
            return <mark key={index}>{part.raw.slice(2, -2).trim()}</mark>;
          if (part.kind === 'cursor')
            return <span key={index} className={styles.cursor} title={t('preview.cursor')} />;
          const value = values[part.variable]?.trim() || part.fallback;
          return value === null ? (
            <mark key={index}>{names[part.variable]}</mark>
          ) : (
            <bdi key={index}>{value}</bdi>
          );
        })}
      </p>
    </section>
  );
};
