/** The visible rows (list-layout.ts). When leads arrive or move, they keep their place on the screen. */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { useActions } from '../platform/actions.ts';
import { isForComingMenu } from '../leads/snooze-button.tsx';
import { isEmptySelection, isSelected } from '../leads/selection-model.ts';
import { useLeads, useSelecting } from '../leads/stores.ts';
import { useInboxStores } from './stores.ts';
import { partCount, useCounts } from '../leads/counts.ts';
import { useSettings } from '../platform/use-answer.ts';
import { openLeadMenu } from './lead-menu.ts';
import { LeadRow, rowID } from './lead-row.tsx';
import { headingHeight, layoutOf, type ListLayout } from './list-layout.ts';
import { EmptyRow } from './list-states.tsx';
import styles from './lead-list.module.css';

/** Number of rows rendered above and below the visible ones. */
const overscan = 6;

type Seen = {
  readonly height: number;
  readonly first: number;
  readonly rows: readonly ListedLead[];
  readonly layout: ListLayout;
};

/** Shift in pixels of a visible row that kept its place: the one under the `pointer`, else the first one. */
const shiftOf = (
  seen: Seen,
  pointer: number | null,
  { rows, position }: { readonly rows: readonly ListedLead[]; readonly position: number },
  layout: ListLayout,
): number => {
  const indexes = new Map(rows.map(({ leadID }, index) => [leadID, index]));
  const offsets = seen.rows.map((_, offset) => offset);
  const nearest =
    pointer === null ? offsets : [pointer - seen.first, ...offsets].filter((offset) => offset >= 0);
  for (const offset of nearest) {
    const row = seen.rows[offset];
    const index = row === undefined ? undefined : indexes.get(row.leadID);
    if (index !== undefined && rows[index]?.place === row?.place)
      return layout.topOf(position + index) - seen.layout.topOf(seen.first + offset);
  }
  return 0;
};

export const Rows = ({ height }: { readonly height: number }) => {
  const { t, i18n } = useTranslation();
  const stores = useInboxStores();
  const actions = useActions();
  const { arrivals, leads, replyFocus, selecting } = stores;
  const rows = useLeads((state) => state.rows);
  const position = useLeads((state) => state.position);
  const length = useLeads((state) => state.length);
  const parts = useLeads((state) => state.parts);
  const layout = useMemo(() => layoutOf(parts, height, length), [parts, height, length]);
  const { counts, businesses } = useCounts();
  const isNamed = businesses.length > 1;
  const order = useSettings()?.newOrder;
  const isLengthKnown = useLeads((state) => state.isLengthKnown);
  const selected = useLeads((state) => state.selected);
  const revealCount = useLeads((state) => state.revealCount);
  const scrollTarget = useLeads((state) => state.scrollTarget);
  const selection = useSelecting((state) => state.selection);
  const isSelecting = !isEmptySelection(selection);
  const scope = useLeads(({ view, business, query, everywhere }) =>
    JSON.stringify([view, business, query, everywhere]),
  );
  const list = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  /** A ref, because a different layout alone must not scroll the list. */
  const layoutRef = useRef(layout);
  useLayoutEffect(() => {
    layoutRef.current = layout;
  }, [layout]);
  const seen = useRef<Seen>({ height, first: 0, rows: [], layout });
  /** The pointer's distance from the top edge of the list, in pixels. */
  const pointer = useRef<number | null>(null);
  const [visible, setVisible] = useState({
    first: 0,
    last: Math.ceil(window.innerHeight / height),
  });

  /** Records and reports the visible rows. */
  const look = useCallback((): void => {
    if (list.current === null) return;
    const { scrollTop, clientHeight } = list.current;
    const state = leads.getState();
    const now = layoutRef.current;
    const first = now.rowAt(scrollTop);
    const last = Math.max(first, now.rowAt(scrollTop + clientHeight - 1));
    const from = Math.max(first, state.position);
    seen.current = {
      height,
      first: from,
      rows: state.rows.slice(from - state.position, Math.max(0, last + 1 - state.position)),
      layout: now,
    };
    setVisible((before) =>
      before.first === first && before.last === last ? before : { first, last },
    );
    state.see(first, last, scrollTop - now.topOf(first));
    // A row that is more than half hidden does not count as visible.
    const seenFrom = now.rowAt(scrollTop + height / 2) - state.position;
    const seenTo = now.rowAt(scrollTop + clientHeight - height / 2) - state.position;
    arrivals.getState().see(state.rows.slice(Math.max(0, seenFrom), Math.max(0, seenTo + 1)));
  }, [arrivals, leads, height]);

  /** A list that is mounted again, after a page or a conversation, restores its scroll position. */
  const isMounting = useRef(true);
  /** The lead that was selected at unmounting; it may stay out of view. */
  const selectedBefore = useRef<LeadID>(null);
  useLayoutEffect(() => {
    const lastSeen = isMounting.current ? leads.getState().lastSeen() : null;
    isMounting.current = false;
    selectedBefore.current = lastSeen?.selected ?? null;
    sheet.current?.style.removeProperty('min-height');
    const top = lastSeen === null ? 0 : layoutRef.current.topOf(lastSeen.at) + lastSeen.above;
    list.current?.scrollTo(0, top);
    seen.current = { ...seen.current, rows: [] };
  }, [scope, leads]);

  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    if (seen.current.height !== height) current.scrollTop *= height / seen.current.height;
    // At the top, new rows push the others down, unless the pointer is over one.
    else if (current.scrollTop > 0 || pointer.current !== null) {
      const over =
        pointer.current === null
          ? null
          : seen.current.layout.rowAt(current.scrollTop + pointer.current);
      const shift = shiftOf(seen.current, over, { rows, position }, layout);
      // A list shorter than its pane cannot scroll, so it is extended while the pointer is over it.
      const room = current.scrollTop + shift + current.clientHeight;
      if (shift > 0 && over !== null && sheet.current !== null && room > current.scrollHeight)
        sheet.current.style.minHeight = `${room}px`;
      if (shift !== 0) current.scrollTop += shift;
    }
    look();
  }, [rows, position, layout, height, look]);

  useLayoutEffect(() => {
    const { current } = list;
    const isRestored = selectedBefore.current !== null && selectedBefore.current === selected;
    selectedBefore.current = null;
    if (isRestored) return;
    const state = leads.getState();
    const index = state.rows.findIndex((row) => row.leadID === selected);
    if (current === null || index < 0) return;
    const top = layoutRef.current.topOf(state.position + index);
    const lowest = top + height - current.clientHeight;
    if (current.scrollTop > top) current.scrollTop = top;
    else if (current.scrollTop < lowest)
      current.scrollTop =
        arrivals.getState().jumpTarget === selected ? top - headingHeight : lowest;
    else return;
    look();
  }, [selected, revealCount, arrivals, leads, height, look]);

  const handledTarget = useRef(scrollTarget);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null || scrollTarget === handledTarget.current) return;
    handledTarget.current = scrollTarget;
    current.scrollTop = layoutRef.current.topOf(scrollTarget.at) + scrollTarget.above;
    look();
  }, [scrollTarget, look]);

  useEffect(() => {
    const { current } = list;
    if (current === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, [look]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isForComingMenu(event.key, stores)) return;
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? height) / height) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -length,
      End: length,
    };
    const by = steps[event.key];
    const { extend, endRange } = selecting.getState();
    if (by !== undefined && event.shiftKey) extend(by);
    else if (by !== undefined) {
      endRange();
      leads.getState().move(by);
    } else if (event.key === 'Enter' && selected !== null) replyFocus.getState().request(selected);
    else return;
    event.preventDefault();
  };

  const onPress = useCallback(
    (event: MouseEvent, leadID: LeadID): void => {
      const { toggle, reach } = selecting.getState();
      if (event.shiftKey) return void reach(leadID);
      if (event.ctrlKey || event.metaKey) return toggle(leadID);
      leads.getState().open(leadID);
    },
    [selecting, leads],
  );
  const onCheck = useCallback(
    (leadID: LeadID): void => selecting.getState().toggle(leadID),
    [selecting],
  );

  /** Opens the menu of the row under the mouse or, by the menu key, of the selected one. */
  const onContextMenu = (event: MouseEvent): void => {
    const byMouse = event.button === 2;
    const target = byMouse
      ? (event.target as Element)
      : selected === null
        ? null
        : document.getElementById(rowID(selected));
    const element = target?.closest<HTMLElement>('[data-lead-id]');
    const lead = rows.find(({ leadID }) => leadID === element?.dataset['leadId']);
    if (element == null || lead === undefined) return;
    event.preventDefault();
    const { left, bottom } = element.getBoundingClientRect();
    void openLeadMenu(
      stores,
      actions,
      i18n,
      lead,
      byMouse ? undefined : { x: left + 16, y: bottom },
    );
  };

  const start = Math.max(0, visible.first - overscan);
  const end = Math.min(length, visible.last + 1 + overscan);
  const indexes = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  const index = rows.findIndex((row) => row.leadID === selected);
  const selectedIndex = position + index;
  // The list refers screen readers to the selected row, so it is always rendered.
  if (index >= 0 && (selectedIndex < start || selectedIndex >= end)) indexes.push(selectedIndex);

  return (
    <div
      ref={list}
      id="lead-list"
      role="listbox"
      aria-multiselectable
      data-selecting={isSelecting}
      aria-label={t('list.label')}
      aria-activedescendant={selected !== null && index >= 0 ? rowID(selected) : undefined}
      tabIndex={0}
      className={styles.rows}
      onScroll={look}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        pointer.current = event.clientY - event.currentTarget.getBoundingClientRect().top;
      }}
      onPointerLeave={() => {
        pointer.current = null;
        sheet.current?.style.removeProperty('min-height');
      }}
      onContextMenu={onContextMenu}
    >
      <div ref={sheet} className={styles.sheet} style={{ height: layout.height }}>
        {layout.headings.map(({ part, top }) => (
          <div key={part.name} role="presentation" className={styles.heading} style={{ top }}>
            {t(`list.parts.${part.name}`, {
              count: counts === null ? part.length : partCount(counts, part.name),
            })}
            {part.name === 'new' && order !== undefined && <span>{t(`list.order.${order}`)}</span>}
          </div>
        ))}
        {indexes.map((at) => {
          const row = rows[at - position];
          return (
            <div
              key={row?.leadID ?? `at-${at}`}
              className={styles.place}
              style={{ top: layout.topOf(at) }}
            >
              {row === undefined ? (
                <EmptyRow />
              ) : (
                <LeadRow
                  lead={row}
                  current={row.leadID === selected}
                  selected={isSelecting ? isSelected(selection, row) : row.leadID === selected}
                  position={at + 1}
                  total={isLengthKnown ? length : -1}
                  named={isNamed}
                  onPress={onPress}
                  onCheck={onCheck}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};
