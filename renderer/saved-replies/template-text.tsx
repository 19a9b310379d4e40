/** A template on one line, its variables as chips named in words; for whom it is written is not known here. */
import { useTranslation } from 'react-i18next';
import { readTemplate } from '../../contract/template.ts';
import { variableNames } from './variable-names.ts';
import styles from './saved-replies.module.css';

export const TemplateText = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation('savedReplies');
  return readTemplate(text).map((part, index) => {
    if (part.kind === 'text') return part.raw;
    if (part.kind === 'cursor') return null;
    return (
      <span key={index} className={styles.variable}>
        {part.kind === 'variable'
          ? t(`variables.${variableNames[part.variable]}`)
          : part.raw.slice(2, -2).trim()}
      </span>
    );
  });
};
