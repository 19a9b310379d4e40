/** The fields of a template and its variant for another language, with its variables and a preview. */
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedReply } from '../../contract/commands/saved-replies.ts';
import type { Variable } from '../../contract/template.ts';
import { chooseVariantLanguage } from '../leads/saved-replies.ts';
import { Preview } from './preview.tsx';
import { TemplateFieldBox, type TemplateField } from './template-field.tsx';
import styles from './saved-replies.module.css';

type Texts = Pick<SavedReply, 'text' | 'variants'>;

/** Locale keys of the variables. */
const variableNames = {
  'customer.firstName': 'firstName',
  'customer.name': 'name',
  'business.name': 'business',
  category: 'category',
  city: 'city',
  times: 'times',
  cursor: 'cursor',
} as const satisfies Record<Variable | 'cursor', string>;

type Props = {
  readonly texts: Texts;
  /** The variables that can be inserted. */
  readonly offered: readonly (Variable | 'cursor')[];
  readonly onChange: (texts: Texts) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
};

export const TemplateTexts = ({ texts, offered, onChange, onKeyDown = () => {} }: Props) => {
  const { t, i18n } = useTranslation('savedReplies');
  /** Variables are inserted into the field that was focused last. */
  const field = useRef<TemplateField>(null);
  const variantField = useRef<TemplateField>(null);
  const [isInVariant, setIsInVariant] = useState(false);
  const [variant] = useState(() => chooseVariantLanguage(texts, i18n.language));
  const variantText = texts.variants?.[variant] ?? '';
  const changeVariant = (changed: string): void => {
    const all = Object.entries({ ...texts.variants, [variant]: changed });
    const variants = Object.fromEntries(all.filter(([, text]) => text !== ''));
    onChange({ text: texts.text, ...(Object.keys(variants).length > 0 && { variants }) });
  };
  const insert = (variable: Variable | 'cursor'): void => {
    const fallback = variable === 'customer.firstName' ? `|${t('variables.noName')}` : '';
    const { current } = isInVariant ? variantField : field;
    current?.insert(`{{${variable}${fallback}}}`);
  };
  return (
    <>
      <TemplateFieldBox
        ref={field}
        label={t('form.text')}
        rows={6}
        value={texts.text}
        onFocus={() => setIsInVariant(false)}
        onKeyDown={onKeyDown}
        onChange={(text) => onChange({ ...texts, text })}
      />
      <TemplateFieldBox
        ref={variantField}
        label={t(`form.variant.${variant}`)}
        rows={3}
        lang={variant}
        placeholder={t('form.variantPlaceholder')}
        value={variantText}
        onFocus={() => setIsInVariant(true)}
        onKeyDown={onKeyDown}
        onChange={changeVariant}
      />
      <div role="group" aria-label={t('variables.label')} className={styles.variables}>
        {offered.map((variable) => (
          <button key={variable} type="button" onClick={() => insert(variable)}>
            {t(`variables.${variableNames[variable]}`)}
          </button>
        ))}
      </div>
      <Preview text={isInVariant && variantText !== '' ? variantText : texts.text} />
    </>
  );
};
