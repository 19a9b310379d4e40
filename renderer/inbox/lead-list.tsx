/**
 * The lead list: search on top, rows below. Only the rows in sight exist; more are read as the end
 * comes near. When leads arrive or move, the row at the top of the window stays where it is.
 */
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { VList, type VListHandle } from 'virtua';
import { longestQuery } from '../../contract/limits.ts';
import type { LeadID } from '../../contract/records.ts';
import { useLeads, useStores } from '../state/stores.ts';
import { useReports } from '../state/use-accounts.ts';
import { useSettings } from '../state/use-settings.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useLate } from '../ui/late.ts';
import { LeadRow, rowID } from './lead-row.tsx';
import { EmptyList, FailedList, ListSkeleton } from './list-states.tsx';
import styles from './lead-list.module.css';

const heights = { comfortable: 76, compact: 56 } as const;
const searchAfter = 150;

/** An empty list takes no focus: then the field only lets go of it, so that the keys work again. */
const leaveSearch = (field: HTMLInputElement | null): void => {
  const list = document.getElementById('lead-list');
  if (list === null) field?.blur();
  else list.focus();
};

const Search = () => {
  const { t } = useTranslation();
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
          if (event.key === 'ArrowDown' || event.key === 'Enter')
            document.getElementById('lead-list')?.focus();
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

const Syncing = () => {
  const { t } = useTranslation();
  const leads = useReports().reduce(
    (sum, { backfill }) => (backfill.state === 'running' ? (sum ?? 0) + backfill.leads : sum),
    null as number | null,
  );
  if (leads === null) return null;
  return (
    <p role="status" className={styles.syncing}>
      {t('list.syncing', { count: leads })}
    </p>
  );
};

type Anchor = { readonly leadID: LeadID; readonly offset: number };

const Rows = () => {
  const { t } = useTranslation();
  const { leads, calling } = useStores();
  const rows = useLeads((state) => state.rows);
  const next = useLeads((state) => state.next);
  const selected = useLeads((state) => state.selected);
  const select = useLeads((state) => state.select);
  const scope = useLeads(({ view, business, query }) => JSON.stringify([view, business, query]));
  const density = useSettings()?.density ?? 'comfortable';
  const height = heights[density];
  const list = useRef<VListHandle>(null);
  const anchor = useRef<Anchor | null>(null);
  const selectedIndex = rows.findIndex((row) => row.leadID === selected);

  const scrolled = (offset: number): void => {
    const first = rows[Math.floor(offset / height)];
    anchor.current =
      offset <= 0 || first === undefined ? null : { leadID: first.leadID, offset: offset % height };
    const { viewportSize = 0, scrollSize = 0 } = list.current ?? {};
    if (offset + 3 * viewportSize > scrollSize) void leads.getState().more();
  };

  useLayoutEffect(() => {
    anchor.current = null;
    list.current?.scrollTo(0);
  }, [scope]);

  useLayoutEffect(() => {
    const kept = anchor.current;
    const index = kept === null ? -1 : rows.findIndex((row) => row.leadID === kept.leadID);
    if (kept === null || index < 0) return;
    const place = index * height + kept.offset;
    // Scrolling to where it is already would stop a scroll that is under way.
    if (Math.abs(place - (list.current?.scrollOffset ?? place)) > 1) list.current?.scrollTo(place);
  }, [rows, height]);

  useLayoutEffect(() => {
    const index = leads.getState().rows.findIndex((row) => row.leadID === selected);
    if (index >= 0) list.current?.scrollToIndex(index, { align: 'nearest' });
  }, [selected, leads]);

  const keyed = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((list.current?.viewportSize ?? height) / height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -rows.length,
      End: rows.length,
    };
    const by = steps[event.key];
    if (by !== undefined) leads.getState().move(by);
    else if (event.key === 'Enter' && selected !== null) calling.getState().call(selected);
    else return;
    event.preventDefault();
  };

  return (
    <VList
      ref={list}
      id="lead-list"
      role="listbox"
      aria-label={t('list.label')}
      aria-activedescendant={selected !== null && selectedIndex >= 0 ? rowID(selected) : undefined}
      tabIndex={0}
      className={styles.rows}
      data={rows}
      itemSize={height}
      bufferSize={height * 4}
      keepMounted={selectedIndex >= 0 ? [selectedIndex] : []}
      onScroll={scrolled}
      onKeyDown={keyed}
    >
      {(row, index) => (
        <LeadRow
          key={row.leadID}
          lead={row}
          selected={row.leadID === selected}
          position={index + 1}
          total={next === null ? rows.length : -1}
          onSelect={select}
        />
      )}
    </VList>
  );
};

export const LeadList = () => {
  const { t } = useTranslation();
  const view = useLeads((state) => state.view);
  const state = useLeads((leads) => leads.state);
  const empty = useLeads((leads) => leads.rows.length === 0);
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
      <h1 className="hidden-visually">{t(`views.${view}.name`)}</h1>
      <Search />
      <Syncing />
      <div className={styles.body}>
        {late ? (
          <ListSkeleton rows={10} />
        ) : state === 'failed' ? (
          <FailedList />
        ) : !empty ? (
          <Rows />
        ) : state === 'ready' ? (
          <EmptyList />
        ) : null}
      </div>
    </section>
  );
};
