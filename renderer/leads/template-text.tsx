/** A template with the lead's values; variables without a value are chips with their names. */
import { useTranslation } from 'react-i18next';
import { parseTemplate, type Values } from '../../contract/template.ts';
import { getGapNames } from './saved-replies.ts';
import styles from '../ui/text.module.css';

type Props = {
  readonly text: string;
  /** Without them, each variable is a chip. */
  readonly values?: Values;
};

export const TemplateText = ({ text, values }: Props) => {
  const { i18n } = useTranslation();
  const names = getGapNames(i18n.language);
  return parseTemplate(text).map((part, index) => {
    if (part.kind === 'text') return part.raw;
    if (part.kind === 'cursor') return null;
    const known =
      part.kind === 'variable' && values !== undefined
        ? values[part.variable]?.trim() || part.fallback
        : null;
    if (known !== null) return <bdi key={index}>{known}</bdi>;
    return (
      <span key={index} className={styles.variable}>
        {part.kind === 'variable' ? names[part.variable] : part.raw.slice(2, -2).trim()}
      </span>
    );
  });
};
