/** The lead list: search on top, rows below (rows.tsx), or what is said where there are none. */
import { IconChevronLeft, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { longestQuery } from '../../contract/limits.ts';
import { useCounts } from '../state/counts.ts';
import { isNothing } from '../state/selection-model.ts';
import { useLeads, useSelecting, useStores } from '../state/stores.ts';
import { useSettings } from '../state/use-settings.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useLate } from '../ui/late.ts';
import { EmptyList, FailedList, ListSkeleton } from './list-states.tsx';
import { Importing } from './importing.tsx';
import { Rows } from './rows.tsx';
import styles from './lead-list.module.css';

const heights = { comfortable: 96, compact: 60 } as const;
const searchAfter = 150;

/** An empty list takes no focus: then the field only lets go of it, so that the keys work again. */
const leaveSearch = (field: HTMLInputElement | null): void => {
  const list = document.getElementById('lead-list');
  if (list === null) field?.blur();
  else list.focus();
};

const Search = () => {
  const { t } = useTranslation();
  const { leads } = useStores();
  const view = useLeads((state) => state.view);
  const query = useLeads((state) => state.query);
  const show = useLeads((state) => state.show);
  const [text, setText] = useState(query);
  const [seen, setSeen] = useState(query);
  if (seen !== query) {
    // The query was changed from elsewhere (another view, a notification).
    setSeen(query);
    if (query !== text.trim()) setText(query);
  }
  useEffect(() => {
    const timer = setTimeout(() => void show({ query: text.trim() }), searchAfter);
    return () => clearTimeout(timer);
  }, [text, show]);
  const field = useRef<HTMLInputElement>(null);
  /** Goes to what is found, which may still be read, and to its first lead if none is chosen. */
  const goToFound = async (): Promise<void> => {
    await show({ query: text.trim() });
    leaveSearch(field.current);
    const { rows, selected, move } = leads.getState();
    if (rows.every(({ leadID }) => leadID !== selected)) move(1);
  };
  const clear = (): void => {
    setText('');
    leaveSearch(field.current);
  };
  return (
    <search className={styles.search}>
      <IconSearch size={16} aria-hidden />
      <input
        ref={field}
        id="lead-search"
        type="text"
        value={text}
        maxLength={longestQuery}
        aria-label={t('list.search')}
        aria-keyshortcuts="/"
        placeholder={t('list.searchIn', { view: t(`views.${view}.name`) })}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') clear();
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          void goToFound();
        }}
      />
      {text === '' ? (
        <kbd aria-hidden>/</kbd>
      ) : (
        <IconButton label={t('list.clearSearch')} onClick={clear}>
          <IconX size={14} />
        </IconButton>
      )}
    </search>
  );
};

/** Leads of before the account was connected, folded away at the foot of those that wait now. */
const OlderFoot = () => {
  const { t } = useTranslation();
  const isShown = useLeads(({ view, query }) => view === 'needs_reply' && query === '');
  const show = useLeads((state) => state.show);
  const count = useCounts().counts?.older ?? 0;
  if (!isShown || count === 0) return null;
  return (
    <button type="button" className={styles.foot} onClick={() => void show({ view: 'older' })}>
      <IconChevronRight size={14} stroke={1.75} aria-hidden />
      {t('list.older', { count })}
    </button>
  );
};

const OlderCrumb = () => {
  const { t } = useTranslation();
  const isShown = useLeads(({ view }) => view === 'older');
  const show = useLeads((state) => state.show);
  if (!isShown) return null;
  return (
    <button
      type="button"
      className={styles.crumb}
      onClick={() => void show({ view: 'needs_reply', query: '' })}
    >
      <IconChevronLeft size={14} stroke={1.75} aria-hidden />
      {t('list.backFromOlder')}
    </button>
  );
};

const SelectionBar = lazy(async () => ({
  default: (await import('./selection-bar.tsx')).SelectionBar,
}));

/** Over the search, which is out of reach meanwhile. */
const useIsSelecting = (): boolean => {
  const isActing = useStore(useStores().bulk, ({ underWay }) => underWay !== null);
  return useSelecting(({ selection }) => !isNothing(selection)) || isActing;
};

export const LeadList = () => {
  const { t } = useTranslation();
  const isSelecting = useIsSelecting();
  const state = useLeads((leads) => leads.state);
  const empty = useLeads((leads) => leads.length === 0);
  const density = useSettings()?.density ?? 'comfortable';
  const late = useLate(state === 'loading');
  return (
    <section
      aria-label={t('list.label')}
      className={styles.list}
      data-density={density}
      data-state={state}
      style={{ '--row': `${heights[density]}px` }}
    >
      <div inert={isSelecting}>
        <Search />
      </div>
      {isSelecting && (
        <Suspense>
          <SelectionBar />
        </Suspense>
      )}
      <OlderCrumb />
      <Importing />
      <div className={styles.body}>
        {late ? (
          <ListSkeleton rows={10} />
        ) : state === 'failed' ? (
          <FailedList />
        ) : !empty ? (
          <Rows height={heights[density]} />
        ) : state === 'ready' ? (
          <EmptyList />
        ) : null}
      </div>
      <OlderFoot />
    </section>
  );
};
