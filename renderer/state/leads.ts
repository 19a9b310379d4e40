/**
 * The lead list: which view is shown, its rows as far as they were scrolled, and the counts beside
 * the views. It never changes a row itself; it reads again when the engine says that something
 * changed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer, Failure } from '../../contract/errors.ts';
import type { Business, LeadID, LeadRow } from '../../contract/records.ts';
import type { ViewName } from '../../contract/views.ts';
import type { Bridge } from './bridge.ts';
import { coalesced, keepUnchanged } from './reread.ts';

const pageSize = 50;
/** The most rows that one read may ask for (contract, leads.list). */
const largestRead = 500;

export type Scope = {
  readonly view: ViewName;
  /** The key of a business; null shows every one. */
  readonly business: string | null;
  readonly query: string;
};

export type Leads = Scope & {
  /** `loading`: the rows still belong to what was shown before. */
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  readonly rows: readonly LeadRow[];
  readonly next: string | null;
  readonly counts: Readonly<Record<ViewName, number>> | null;
  readonly businesses: readonly Business[];
  readonly selected: LeadID | null;
  readonly show: (change: Partial<Scope>) => Promise<void>;
  readonly more: () => Promise<void>;
  readonly reread: () => Promise<void>;
  readonly select: (leadID: LeadID | null) => void;
  /** Selects the lead that many rows further down (or up, when negative). */
  readonly move: (by: number) => void;
};

type Page = CommandOutput<'leads.list'>;

const sameScope = (a: Scope, b: Scope): boolean =>
  a.view === b.view && a.business === b.business && a.query === b.query;

const input = ({ view, business, query }: Scope, limit: number, cursor: string | null) => ({
  view,
  limit,
  ...(business !== null && { business }),
  ...(query !== '' && { query }),
  ...(cursor !== null && { cursor }),
});

export const createLeads = (bridge: Bridge): StoreApi<Leads> =>
  createStore<Leads>()((set, get) => {
    let loadingMore = false;
    /** Where the selected row was last seen, so that "next" works after it left the view. */
    let place = 0;
    /** True while the selected row only stays because it is selected. */
    let outstaying = false;

    /** A selected lead that left the view keeps its row until another one is selected. */
    const withSelected = async (rows: readonly LeadRow[]): Promise<readonly LeadRow[]> => {
      const { selected, rows: old } = get();
      if (selected === null || rows.some((row) => row.leadID === selected)) return rows;
      const before = old.findIndex((row) => row.leadID === selected);
      if (before < 0) return rows;
      const answer = await bridge.invoke('leads.get', { leadID: selected });
      if (!answer.ok || get().selected !== selected) return rows;
      const { row } = answer.value.lead;
      // A lead that was merged into another one is that one now.
      if (row.leadID !== selected) set({ selected: row.leadID });
      if (rows.some(({ leadID }) => leadID === row.leadID)) return rows;
      outstaying = true;
      return rows.toSpliced(Math.min(before, rows.length), 0, row);
    };

    const readRows = coalesced(async () => {
      const scope = get();
      const switched = scope.state !== 'ready';
      const wanted = switched ? pageSize : Math.max(scope.rows.length, pageSize);
      const rows: LeadRow[] = [];
      let next: string | null = null;
      do {
        const limit = Math.min(largestRead, wanted - rows.length);
        const answer: Answer<Page> = await bridge.invoke('leads.list', input(scope, limit, next));
        if (!sameScope(scope, get())) return;
        if (!answer.ok) {
          if (get().state !== 'ready') set({ state: 'failed', error: answer.error });
          return;
        }
        rows.push(...answer.value.leads);
        next = answer.value.next;
      } while (next !== null && rows.length < wanted);
      const shown = switched ? rows : await withSelected(rows);
      if (!sameScope(scope, get())) return;
      set({
        state: 'ready',
        error: null,
        rows: keepUnchanged(get().rows, shown, (row) => row.leadID),
        next,
      });
    });

    const readCounts = coalesced(async () => {
      const { business } = get();
      const answer = await bridge.invoke('views.counts', business === null ? {} : { business });
      if (!answer.ok || get().business !== business) return;
      const { counts, businesses } = answer.value;
      set({ counts, businesses });
      // A business that left (with its account, or with practice) must not go on hiding all others.
      if (business !== null && businesses.every(({ key }) => key !== business))
        void get().show({ business: null });
    });

    const reread = async (): Promise<void> => {
      await Promise.all([readRows(), readCounts()]);
    };

    return {
      view: 'needs_reply',
      business: null,
      query: '',
      state: 'loading',
      error: null,
      rows: [],
      next: null,
      counts: null,
      businesses: [],
      selected: null,
      reread,
      show: async (change) => {
        const before = get();
        const scope = { ...before, ...change };
        if (sameScope(before, scope) && before.state !== 'failed') return;
        place = 0;
        set({ ...change, state: 'loading', error: null, next: null });
        await (before.business === scope.business ? readRows() : reread());
      },
      more: async () => {
        const scope = get();
        if (loadingMore || scope.next === null || scope.state !== 'ready') return;
        loadingMore = true;
        const answer = await bridge.invoke('leads.list', input(scope, pageSize, scope.next));
        loadingMore = false;
        const now = get();
        if (!answer.ok || !sameScope(scope, now) || now.next !== scope.next) return;
        const known = new Set(now.rows.map((row) => row.leadID));
        const added = answer.value.leads.filter((row) => !known.has(row.leadID));
        set({ rows: [...now.rows, ...added], next: answer.value.next });
      },
      select: (selected) => {
        const { rows, selected: before } = get();
        if (selected === before) return;
        const index = rows.findIndex((row) => row.leadID === selected);
        if (index >= 0) place = index;
        set({ selected });
        if (!outstaying) return;
        outstaying = false;
        void readRows();
      },
      move: (by) => {
        const { rows, selected, select } = get();
        const index = rows.findIndex((row) => row.leadID === selected);
        const from =
          index >= 0 ? index : selected === null ? (by > 0 ? -1 : 1) : place - (by > 0 ? 1 : 0);
        const target = rows[Math.max(0, Math.min(rows.length - 1, from + by))];
        if (target !== undefined) select(target.leadID);
      },
    };
  });
