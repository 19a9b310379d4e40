/** The suggestions below the search field, which keeps the focus. */
import { IconHistory, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { printQuery } from '../../../contract/search-query.ts';
import type { Suggestion } from './suggestions.ts';
import styles from './search.module.css';

export const toOptionID = (listID: string, index: number): string => `${listID}-${index}`;

const SuggestionText = ({ suggestion }: { readonly suggestion: Suggestion }) => {
  const { t, i18n } = useTranslation();
  if (suggestion.kind === 'recent')
    return (
      <>
        <IconHistory size={14} aria-hidden />
        <bdi className={styles.text}>{suggestion.query}</bdi>
      </>
    );
  const { operator, isNegated } = suggestion;
  const sign = isNegated ? '-' : '';
  if (suggestion.kind === 'operator')
    return (
      <>
        <code className={styles.text}>{`${sign}${operator}:`}</code>
        <span className={styles.hint}>{t(`search.operators.${operator}`)}</span>
      </>
    );
  const { value } = suggestion;
  const key = `search.values.${operator}.${value}`;
  return (
    <>
      <code className={styles.text}>
        <bdi>{printQuery([{ kind: 'filter', operator, value, isNegated }])}</bdi>
      </code>
      {i18n.exists(key) && <span className={styles.hint}>{t(key as 'search.values.from.me')}</span>}
    </>
  );
};

type Props = {
  readonly id: string;
  readonly all: readonly Suggestion[];
  readonly active: number;
  readonly onAccept: (suggestion: Suggestion) => void;
  readonly onForget: (query: string) => void;
};

export const SuggestionList = ({ id, all, active, onAccept, onForget }: Props) => {
  const { t } = useTranslation();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('search.suggestions')}
      hidden={all.length === 0}
      className={styles.list}
    >
      {all.map((suggestion, index) => (
        // The field handles the keys (aria-activedescendant).
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={toOptionID(id, index)}
          id={toOptionID(id, index)}
          role="option"
          aria-selected={index === active}
          className={styles.option}
          ref={index === active ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(suggestion)}
        >
          <SuggestionText suggestion={suggestion} />
          {suggestion.kind === 'recent' && (
            // Its key is Delete.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <span
              className={styles.forget}
              title={t('search.forget')}
              onClick={(event) => {
                event.stopPropagation();
                onForget(suggestion.query);
              }}
            >
              <IconX size={13} aria-hidden />
            </span>
          )}
        </div>
      ))}
    </div>
  );
};
