/** The search field, with suggestions and the scope. Escape restores the list from before the search. */
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { maxQueryLength } from '../../../contract/limits.ts';
import { useActions } from '../../platform/actions.ts';
import { useCounts } from '../../leads/counts.ts';
import { useLeads, useSearching, useLeadStores } from '../../leads/stores.ts';
import { useAnswer } from '../../platform/use-answer.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { chooseNextOption } from '../../ui/next-option.ts';
import { useLayoutWidth } from '../../ui/width.ts';
import { suggest, insertSuggestion, type Suggestion } from './suggestions.ts';
import { SuggestionList, toOptionID } from './suggestion-list.tsx';
import styles from './search.module.css';

/** After the last letter. */
const searchDelayMs = 150;

/** Moves the focus to the list or, if it is empty, nowhere, so that the keys work again. */
const leaveField = (field: HTMLInputElement | null): void => {
  const list = document.getElementById('lead-list');
  if (list === null) field?.blur();
  else list.focus();
};

const Scope = () => {
  const { t } = useTranslation();
  const { searching } = useLeadStores();
  const isSearch = useLeads(({ query }) => query !== '');
  const everywhere = useLeads((state) => state.everywhere);
  const view = useLeads((state) => state.view);
  const business = useLeads((state) => state.business);
  const { businesses } = useCounts();
  if (!isSearch) return null;
  const name = businesses.find(({ key }) => key === business)?.name;
  const place = [t(`views.${view}.name`), name].filter(Boolean).join(' · ');
  const { narrow } = searching.getState();
  return (
    <p className={styles.scope}>
      {everywhere ? (
        <>
          <span>{t('search.everywhere')}</span>
          <button type="button" onClick={() => narrow(false)}>
            {t('search.onlyIn', { place })}
          </button>
        </>
      ) : (
        <button
          type="button"
          className={styles.chip}
          aria-label={t('search.widen', { place })}
          onClick={() => narrow(true)}
        >
          <span>{t('search.in', { place })}</span>
          <IconX size={12} aria-hidden />
        </button>
      )}
    </p>
  );
};

export const SearchField = () => {
  const { getHint } = useActions();
  const { t } = useTranslation();
  const { leads, searching } = useLeadStores();
  const text = useSearching((state) => state.text);
  const recent = useSearching((state) => state.recent);
  const { type, run, leave, saveRecent, removeRecent } = searching.getState();
  const isNarrow = useLayoutWidth() === 'narrow';
  const field = useRef<HTMLInputElement>(null);
  const listID = useId();
  const [caret, setCaret] = useState(text.length);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const values = useAnswer('search.values', {}, isOpen && text !== '').value;
  const suggested = isOpen ? suggest(text, caret, values, recent) : null;
  const all = suggested?.all ?? [];
  const chosen = all[active];

  useEffect(() => {
    const timer = setTimeout(() => void run(!isNarrow), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, run, isNarrow]);

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const onType = (element: HTMLInputElement): void => {
    type(element.value);
    setCaret(element.selectionStart ?? element.value.length);
    setOpen(element.value.trim() !== '');
    setActive(-1);
  };
  const offerAll = (): void => {
    setOpen(true);
    setActive(0);
    field.current?.focus();
  };
  const accept = (suggestion: Suggestion): void => {
    if (suggested === null) return;
    const next = insertSuggestion(text, suggested, suggestion);
    flushSync(() => {
      type(next.text);
      setCaret(next.caret);
      setActive(-1);
      setOpen(suggestion.kind !== 'recent');
    });
    // Immediately, or the next key would be typed elsewhere.
    field.current?.setSelectionRange(next.caret, next.caret);
    field.current?.focus();
  };
  /** Waits for the result, and selects its first lead if none is selected. Typing on ends the wait. */
  const goToHits = async (): Promise<void> => {
    close();
    await run(!isNarrow);
    if (searching.getState().text !== text || document.activeElement !== field.current) return;
    leaveField(field.current);
    saveRecent();
    const { rows, selected, move } = leads.getState();
    if (rows.every(({ leadID }) => leadID !== selected)) move(1);
  };
  const endSearch = (): void => {
    close();
    leave();
    leaveField(field.current);
  };

  /** Returns true if the suggestions used the key. */
  const handleSuggestionKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const next = chooseNextOption(key, active, all.length);
    const completion = all[Math.max(0, active)];
    if (next !== null) setActive(next);
    else if (key === 'Tab' && !shiftKey && text.trim() !== '' && completion !== undefined)
      accept(completion);
    else if (chosen === undefined) return false;
    else if (key === 'Enter') accept(chosen);
    else if (key === 'Delete' && chosen.kind === 'recent') removeRecent(chosen.query);
    else if (key === 'Escape') close();
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (handleSuggestionKey(event)) event.preventDefault();
    else if (key === 'Escape') {
      event.preventDefault();
      endSearch();
    } else if (key === 'ArrowDown' && text.trim() === '') {
      event.preventDefault();
      offerAll();
    } else if (key === 'ArrowDown' || key === 'Enter') {
      event.preventDefault();
      void goToHits();
    }
  };

  return (
    <search
      className={styles.area}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <div className={styles.field}>
        <IconSearch size={16} aria-hidden />
        <input
          ref={field}
          id="lead-search"
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          value={text}
          maxLength={maxQueryLength}
          aria-label={t('list.search')}
          aria-keyshortcuts={getHint('search').spoken}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={listID}
          aria-activedescendant={chosen === undefined ? undefined : toOptionID(listID, active)}
          placeholder={t('list.search')}
          onPointerDown={() => setOpen(text.trim() !== '')}
          onChange={(event) => onType(event.currentTarget)}
          onSelect={(event) =>
            setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length)
          }
          onKeyDown={onKeyDown}
        />
        {text === '' ? (
          <>
            <kbd aria-hidden>{getHint('search').printed}</kbd>
            <span className={styles.by}>
              <IconButton label={t('search.by')} onClick={offerAll}>
                <IconAdjustmentsHorizontal size={16} stroke={1.75} />
              </IconButton>
            </span>
          </>
        ) : (
          <IconButton label={t('list.clearSearch')} onClick={endSearch}>
            <IconX size={14} />
          </IconButton>
        )}
      </div>
      <SuggestionList
        id={listID}
        all={all}
        active={active}
        onAccept={accept}
        onForget={(query) => {
          removeRecent(query);
          field.current?.focus();
        }}
      />
      <Scope />
    </search>
  );
};
