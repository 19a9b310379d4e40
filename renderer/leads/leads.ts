/**
 * The lead list: the view, the loaded rows (lead-reader.ts) and the selected lead. A selected lead that leaves the
 * view keeps its row until another one is selected. A move to a row that is not loaded happens once it is.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import { createLeadReader, type LeadReader } from './lead-reader.ts';
import { createLeftLeads } from './left-leads.ts';
import { createListMoves } from './list-moves.ts';
import { isSameScope, type Scope } from './scope.ts';
import { createSearchReturn } from './search-return.ts';
import { hasPlace, findPart, extendPart, insertRow, type LeadWindow } from './lead-window.ts';

export type Leads = Scope & {
  /** `loading`: the rows still belong to the previous list. */
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  /** The loaded rows, in order. */
  readonly rows: readonly ListedLead[];
  /** Number of rows above them. */
  readonly position: number;
  /** Number of rows of the list; if unknown, of those found so far and, unless paused, one more. */
  readonly length: number;
  /** The length of each part; empty if the list has none. */
  readonly parts: LeadWindow['parts'];
  readonly isLengthKnown: boolean;
  /** True while a slow search is paused, until `continueSearch`. */
  readonly isPaused: boolean;
  readonly continueSearch: () => void;
  readonly selected: LeadID | null;
  readonly show: (change: Partial<Scope>) => Promise<void>;
  /** Reports the positions of the visible rows; `above` is the number of hidden pixels of the first. */
  readonly see: (first: number, last: number, above?: number) => void;
  /** Returns the last visible position of this list and the lead that was selected then; null before. */
  readonly getLastSeen: () => {
    readonly at: number;
    readonly above: number;
    readonly selected: LeadID | null;
  } | null;
  readonly search: (query: string, everywhere: boolean) => Promise<void>;
  /** Ends a search and restores view, lead and scroll position from before it. */
  readonly leaveSearch: () => Promise<void>;
  /** The row at the top, its hidden pixels, and a number that counts these requests. */
  readonly scrollTarget: { readonly at: number; readonly above: number; readonly nth: number };
  /** Null: any lead may have changed. */
  readonly markChanged: (leadIDs: readonly LeadID[] | null) => void;
  readonly refetch: () => Promise<void>;
  readonly select: (leadID: LeadID | null) => void;
  /** Selects a lead to be seen: a selection of several leads ends, because it would hide this one. */
  readonly open: (leadID: LeadID) => void;
  /** Incremented by `open`. */
  readonly openCount: number;
  /** Opens a lead and scrolls to it, in this list if it is there, else in All. */
  readonly reveal: (leadID: LeadID) => Promise<void>;
  /** Incremented when the list must scroll to the selected lead, which has just been loaded. */
  readonly revealCount: number;
  /** Selects the lead `by` rows further down, or up if negative. */
  readonly move: (by: number) => void;
  /** Leaves the selected lead as done for the next one, the nearest above that is not done, or none. */
  readonly leave: () => void;
  /** Revokes `leave`: the lead's change has failed. */
  readonly revokeLeave: (leadID: LeadID) => void;
};

const emptyWindow: LeadWindow = {
  rows: [],
  position: 0,
  total: 0,
  parts: [],
  from: null,
  to: null,
};

export const createLeads = (bridge: Bridge): StoreApi<Leads> =>
  createStore<Leads>()((set, get) => {
    let reader: LeadReader | null = null;
    let loaded = emptyWindow;
    /** The row of the selected lead after it left the view. */
    let kept: ListedLead | null = null;
    let isKeptStale = false;
    /** The last place and part of the selected lead in this list. */
    let place: string | null = null;
    let part = 0;
    const searchReturn = createSearchReturn();
    /** The lead that was selected when the list was last visible; undefined before. */
    let selectedWhenSeen: LeadID | null | undefined;
    const leftLeads = createLeftLeads();

    const isLoaded = (leadID: LeadID): boolean =>
      get().state === 'ready' && get().rows.some((row) => row.leadID === leadID);

    /** Scrolls to the selected lead; false if it is not loaded. */
    const scrollToSelected = (): boolean => {
      const { selected, revealCount } = get();
      if (selected === null || !isLoaded(selected)) return false;
      set({ revealCount: revealCount + 1 });
      return true;
    };
    const moves = createListMoves(get, () => reader, scrollToSelected);

    const publish = (more: Partial<Pick<Leads, 'state' | 'error'>> = {}): void => {
      const rows = insertRow(loaded.rows, kept);
      leftLeads.retain(rows);
      const isPaused = reader?.isPaused() ?? false;
      const length = loaded.total ?? loaded.rows.length + (loaded.to === null || isPaused ? 0 : 1);
      const { selected } = get();
      place = rows.find(({ leadID }) => leadID === selected)?.place ?? place;
      const at = loaded.rows.findIndex(({ leadID }) => leadID === selected);
      if (at >= 0) part = findPart(loaded.parts, loaded.position + at);
      set({
        rows,
        position: loaded.position,
        length: Math.max(length + (kept === null ? 0 : 1), loaded.position + rows.length),
        parts: kept === null ? loaded.parts : extendPart(loaded.parts, part),
        isLengthKnown: loaded.total !== null || loaded.to === null,
        isPaused,
        ...more,
      });
    };

    /** Finds the row of the selected lead if it has left the loaded part of the list. */
    const findKept = async (now: LeadWindow, source: LeadReader): Promise<ListedLead | null> => {
      const { selected, query } = get();
      const isIn = (leadID: LeadID): boolean => now.rows.some((row) => row.leadID === leadID);
      if (selected === null || place === null || isIn(selected) || !hasPlace(now, place))
        return null;
      if (kept?.leadID === selected && !isKeptStale) return kept;
      isKeptStale = false;
      const lastPlace = place;
      const elsewhere = query === '' ? await source.lookUp(selected) : undefined;
      if (elsewhere) {
        if (get().selected === selected) ({ place } = elsewhere);
        return null;
      }
      const answer = await bridge.invoke('leads.get', { leadID: selected });
      if (!answer.ok || get().selected !== selected) return null;
      const { row } = answer.value.lead;
      // The lead may have been merged into another one.
      if (row.leadID !== selected) set({ selected: row.leadID });
      return isIn(row.leadID) ? null : { ...row, place: lastPlace };
    };

    const receiveRows = async (now: LeadWindow, source: LeadReader): Promise<void> => {
      let selected: LeadID | null;
      let newKept: ListedLead | null;
      do {
        ({ selected } = get());
        newKept = await findKept(now, source);
      } while (source === reader && selected !== get().selected && newKept === null);
      if (source !== reader) return;
      loaded = now;
      kept = newKept;
      publish({ state: 'ready', error: null });
      const back = searchReturn.takePosition(get());
      if (back !== null) set({ scrollTarget: { ...back, nth: get().scrollTarget.nth + 1 } });
      moves.continue();
    };

    const startList = (): void => {
      reader?.close();
      searchReturn.startList();
      selectedWhenSeen = undefined;
      leftLeads.clear();
      loaded = emptyWindow;
      kept = null;
      place = null;
      moves.clear();
      const { view, business, query, everywhere } = get();
      const own: LeadReader = createLeadReader({
        bridge,
        scope: { view, business, query, everywhere },
        from: searchReturn.getFirstPlace(),
        onRows: (now) => receiveRows(now, own),
        onError: (error) => set({ state: 'failed', error }),
      });
      reader = own;
    };

    /** Finds the selected lead in the list and scrolls to it; false if it is certainly not there. */
    const seek = async (leadID: LeadID): Promise<boolean> => {
      const own = reader;
      const isOver = (): boolean => own !== reader || get().selected !== leadID;
      const found = own === null ? null : await own.lookUp(leadID);
      if (isOver() || found === undefined) return true;
      if (scrollToSelected()) return true;
      if (found === null) return false;
      ({ place } = found);
      const at = (await own?.findPosition(found.place)) ?? null;
      if (!isOver() && at !== null) moves.scrollTo(at);
      return true;
    };

    return {
      view: 'needs_reply',
      business: null,
      query: '',
      everywhere: true,
      scrollTarget: { at: 0, above: 0, nth: 0 },
      state: 'loading',
      error: null,
      rows: [],
      position: 0,
      length: 0,
      parts: [],
      isLengthKnown: true,
      isPaused: false,
      continueSearch: () => {
        reader?.continueSearch();
        publish();
      },
      selected: null,
      revealCount: 0,
      openCount: 0,
      refetch: async () => {
        if (reader === null) startList();
        else {
          isKeptStale = true;
          reader.markChanged(null);
        }
        await reader?.waitUntilIdle();
      },
      show: async (change) => {
        const before = get();
        // Choosing a business narrows a search to it.
        const everywhere = change.business === undefined && before.everywhere;
        const scope = { ...before, everywhere, ...change };
        if (isSameScope(before, scope) && before.state !== 'failed') return;
        if (scope.query === '') searchReturn.forget();
        set({ ...change, everywhere: scope.everywhere, state: 'loading', error: null });
        startList();
        await reader?.waitUntilIdle();
      },
      see: (first, last, above = 0) => {
        if (get().state === 'ready') {
          searchReturn.see(first, above, get());
          selectedWhenSeen = get().selected;
        }
        reader?.see(first, last);
      },
      getLastSeen: () =>
        selectedWhenSeen === undefined
          ? null
          : {
              ...(searchReturn.getLastSeen(get()) ?? { at: 0, above: 0 }),
              selected: selectedWhenSeen,
            },
      search: (query, everywhere) => {
        if (query === '') return get().leaveSearch();
        if (get().query === '') searchReturn.saveOrigin(get());
        return get().show({ query, everywhere });
      },
      leaveSearch: () => {
        const { query, show } = get();
        if (query === '') return Promise.resolve();
        const back = searchReturn.goBack();
        if (back === null) return show({ query: '' });
        const { view, business, selected } = back;
        const loading = show({ view, business, query: '' });
        get().select(selected);
        return loading;
      },
      markChanged: (leadIDs) => {
        isKeptStale ||= leadIDs === null || (kept !== null && leadIDs.includes(kept.leadID));
        reader?.markChanged(leadIDs);
      },
      select: (selected) => {
        const isSame = selected === get().selected;
        moves.end(isSame);
        if (isSame) return;
        if (selected !== null) leftLeads.delete(selected);
        place = get().rows.find((row) => row.leadID === selected)?.place ?? null;
        set({ selected });
        if (kept === null) return;
        kept = null;
        publish();
      },
      open: (leadID) => {
        // First, so that the end of a selection does not mark the previous lead as seen.
        get().select(leadID);
        set({ openCount: get().openCount + 1 });
      },
      reveal: async (leadID) => {
        get().open(leadID);
        // When the list mounts again, it must scroll to this lead.
        if (selectedWhenSeen === leadID) selectedWhenSeen = null;
        if (scrollToSelected()) return;
        if (get().query === '' && (await seek(leadID))) return;
        await get().show({ view: 'all', business: null, query: '' });
        if (get().selected === leadID) await seek(leadID);
      },
      move: (by) => moves.move(by, place),
      leave: () => {
        const { rows, position, length, selected, select } = get();
        const index = rows.findIndex((row) => row.leadID === selected);
        const row = rows[index];
        if (row === undefined && selected !== null && place !== null)
          return void moves.moveFromPlace(place, 1);
        if (row === undefined) return select(null);
        leftLeads.add(row);
        const isLoadedToEnd = position + rows.length >= length;
        const to =
          leftLeads.findBelow(rows, index) ??
          (isLoadedToEnd ? leftLeads.findAbove(rows, index) : rows.length);
        if (to === null) select(null);
        else moves.selectAt(position + to);
      },
      revokeLeave: leftLeads.delete,
    };
  });
