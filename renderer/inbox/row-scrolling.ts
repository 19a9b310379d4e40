/** The scroll position of the rows (rows.tsx). When leads arrive or move, they keep their place on the screen. */
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
} from 'react';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { useLeads } from '../leads/stores.ts';
import { headingHeight, type ListLayout } from './list-layout.ts';
import { useInboxStores } from './stores.ts';

type Seen = {
  readonly height: number;
  readonly first: number;
  readonly rows: readonly ListedLead[];
  readonly layout: ListLayout;
};

/** Computes the shift in pixels of a visible row that kept its place: the one under the `pointer`, else the first one. */
const computeShift = (
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
      return layout.computeTop(position + index) - seen.layout.computeTop(seen.first + offset);
  }
  return 0;
};

type Shown = {
  readonly layout: ListLayout;
  /** Of a row. */
  readonly height: number;
  readonly rows: readonly ListedLead[];
  /** Number of rows of the list above them. */
  readonly position: number;
  readonly selected: LeadID | null;
};

/** Returns refs of the list and its sheet, the list's handlers, and the range of visible rows. */
export const useRowScrolling = ({ layout, height, rows, position, selected }: Shown) => {
  const { arrivals, leads } = useInboxStores();
  const revealCount = useLeads((state) => state.revealCount);
  const scrollTarget = useLeads((state) => state.scrollTarget);
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
  const reportVisible = useCallback((): void => {
    if (list.current === null) return;
    const { scrollTop, clientHeight } = list.current;
    const state = leads.getState();
    const now = layoutRef.current;
    const first = now.findRowAt(scrollTop);
    const last = Math.max(first, now.findRowAt(scrollTop + clientHeight - 1));
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
    state.see(first, last, scrollTop - now.computeTop(first));
    // A row that is more than half hidden does not count as visible.
    const seenFrom = now.findRowAt(scrollTop + height / 2) - state.position;
    const seenTo = now.findRowAt(scrollTop + clientHeight - height / 2) - state.position;
    arrivals.getState().see(state.rows.slice(Math.max(0, seenFrom), Math.max(0, seenTo + 1)));
  }, [arrivals, leads, height]);

  /** A list that is mounted again, after a page or a conversation, restores its scroll position. */
  const isMounting = useRef(true);
  /** The lead that was selected at unmounting; it may stay out of view. */
  const selectedBefore = useRef<LeadID>(null);
  useLayoutEffect(() => {
    const lastSeen = isMounting.current ? leads.getState().getLastSeen() : null;
    isMounting.current = false;
    selectedBefore.current = lastSeen?.selected ?? null;
    sheet.current?.style.removeProperty('min-height');
    const top = lastSeen === null ? 0 : layoutRef.current.computeTop(lastSeen.at) + lastSeen.above;
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
          : seen.current.layout.findRowAt(current.scrollTop + pointer.current);
      const shift = computeShift(seen.current, over, { rows, position }, layout);
      // A list shorter than its pane cannot scroll, so it is extended while the pointer is over it.
      const room = current.scrollTop + shift + current.clientHeight;
      if (shift > 0 && over !== null && sheet.current !== null && room > current.scrollHeight)
        sheet.current.style.minHeight = `${room}px`;
      if (shift !== 0) current.scrollTop += shift;
    }
    reportVisible();
  }, [rows, position, layout, height, reportVisible]);

  useLayoutEffect(() => {
    const { current } = list;
    const isRestored = selectedBefore.current !== null && selectedBefore.current === selected;
    selectedBefore.current = null;
    if (isRestored) return;
    const state = leads.getState();
    const index = state.rows.findIndex((row) => row.leadID === selected);
    if (current === null || index < 0) return;
    const top = layoutRef.current.computeTop(state.position + index);
    const lowest = top + height - current.clientHeight;
    if (current.scrollTop > top) current.scrollTop = top;
    else if (current.scrollTop < lowest)
      current.scrollTop =
        arrivals.getState().jumpTarget === selected ? top - headingHeight : lowest;
    else return;
    reportVisible();
  }, [selected, revealCount, arrivals, leads, height, reportVisible]);

  const handledTarget = useRef(scrollTarget);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null || scrollTarget === handledTarget.current) return;
    handledTarget.current = scrollTarget;
    current.scrollTop = layoutRef.current.computeTop(scrollTarget.at) + scrollTarget.above;
    reportVisible();
  }, [scrollTarget, reportVisible]);

  useEffect(() => {
    const { current } = list;
    if (current === null) return;
    const observer = new ResizeObserver(reportVisible);
    observer.observe(current);
    return () => observer.disconnect();
  }, [reportVisible]);

  return {
    list,
    sheet,
    visible,
    handlers: {
      onScroll: reportVisible,
      onPointerMove: (event: PointerEvent): void => {
        pointer.current = event.clientY - event.currentTarget.getBoundingClientRect().top;
      },
      onPointerLeave: (): void => {
        pointer.current = null;
        sheet.current?.style.removeProperty('min-height');
      },
    },
  };
};
