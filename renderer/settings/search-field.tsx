/** Search field of the settings. Escape clears it, or leaves the page if it is empty. */
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxQueryLength } from '../../contract/limits.ts';
import { useActions } from '../platform/actions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { getPressedKey } from '../platform/keyboard.ts';
import styles from './settings.module.css';

type Props = { readonly query: string; readonly onChange: (query: string) => void };

export const SearchField = ({ query, onChange }: Props) => {
  const { t } = useTranslation('settings');
  const actions = useActions();
  const field = useRef<HTMLInputElement>(null);
  const isSearching = query !== '';

  // Handles Escape on the whole page, before the window's keys.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.isComposing || event.defaultPrevented || getPressedKey(event) !== 'Escape') return;
      if (target instanceof Element && target.closest('dialog, [role="menu"]') !== null) return;
      if (!isSearching && target !== field.current) return;
      event.preventDefault();
      // Holding Escape clears the field and stays on the page.
      if (event.repeat) return;
      if (isSearching) onChange('');
      else actions.find('backToInbox')?.run();
    };
    document.body.addEventListener('keydown', handleKey);
    return () => document.body.removeEventListener('keydown', handleKey);
  }, [isSearching, onChange, actions]);

  return (
    <search className={styles.search}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        id="settings-search"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={query}
        maxLength={maxQueryLength}
        aria-label={t('searchLabel')}
        placeholder={t('searchLabel')}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isSearching && (
        <IconButton
          label={t('clear')}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <IconX size={14} />
        </IconButton>
      )}
    </search>
  );
};
