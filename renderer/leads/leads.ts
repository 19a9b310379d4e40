/**
 * The lead list: which view is shown, the part of it that is held, and what is selected in it. It never
 * changes a row itself: the reader (lead-reader.ts) reads again what the engine says has changed. A
 * selected lead that leaves the view keeps its row until another one is selected, and a step to a row
 * that is not held yet is taken when it is.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../contract/errors.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import { createLeadReader, sameScope, type LeadReader, type Scope } from './lead-reader.ts';
import { createLeftLeads } from './left-leads.ts';
import { createStanding } from './search-return.ts';
import { holds, partAt, withOneMore, withRow, type Held } from './lead-window.ts';

export type Leads = Scope & {
  /** `loading`: the rows still belong to what was shown before. */
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: Failure | null;
  /** The rows that are held, in order: a part of the list. */
  readonly rows: readonly ListedLead[];
  /** How many rows of the list stand above them. */
  readonly position: number;
  /** How many rows the list has; as far as it was read, and one more, where that is not known. */
  readonly length: number;
  /** How many rows each part of the list has, in its order; none where the list has no parts. */
  readonly parts: Held['parts'];
  /** False for a search that was not read to its end. */
  readonly isLengthKnown: boolean;
  /** A search has taken too long: its rows are those found so far, until `goOn`. */
  readonly isPaused: boolean;
  readonly goOn: () => void;
  readonly selected: LeadID | null;
  readonly show: (change: Partial<Scope>) => Promise<void>;
  /** Tells which rows are in sight, by their positions, and how much (pixels) of the first is scrolled away. */
  readonly see: (first: number, last: number, above?: number) => void;
  /** The position that was visible last in this list, and the lead that was selected; null if none was. */
  readonly lastSeen: () => {
    readonly at: number;
    readonly above: number;
    readonly selected: LeadID | null;
  } | null;
  /** Searches; the first words of a search keep where one was. */
  readonly search: (query: string, everywhere: boolean) => Promise<void>;
  /** Ends a search: view, lead and sight are again as they were when it began. */
  readonly leaveSearch: () => Promise<void>;
  /** Where the list is to be scrolled to, and how often it was to be. */
  readonly returned: { readonly at: number; readonly above: number; readonly nth: number };
  /** These leads have changed; null: any may have. */
  readonly changed: (leadIDs: readonly LeadID[] | null) => void;
  /** Reads everything again. */
  readonly reread: () => Promise<void>;
  readonly select: (leadID: LeadID | null) => void;
  /** Selects a lead wherever it is: in this view when it is in it, else in the view of all leads. */
  readonly reveal: (leadID: LeadID) => Promise<void>;
  /** How often a lead that was selected before it was held has come to be: then it is scrolled to. */
  readonly revealed: number;
  /** Selects the lead that many rows further down (or up, when negative). */
  readonly move: (by: number) => void;
  /**
   * The selected lead is done: goes on to the next one, or back to the nearest that is not done, or selects
   * none.
   */
  readonly leave: () => void;
  /** What was done to a lead that was left has failed. */
  readonly notDone: (leadID: LeadID) => void;
};

/** So many rows from the selected one; `from` is its position, once that is known. */
type Steps = { by: number; from: number | null };

const nothingHeld: Held = { rows: [], position: 0, total: 0, parts: [], from: null, to: null };

export const createLeads = (bridge: Bridge): StoreApi<Leads> =>
  createStore<Leads>()((set, get) => {
    let reader: LeadReader | null = null;
    let held = nothingHeld;
    /** The selected lead after it left the view. */
    let kept: ListedLead | null = null;
    let isKeptStale = false;
    /** Where the selected lead was seen last in this list, and in which part of it. */
    let place: string | null = null;
    let part = 0;
    /** The row to be selected as soon as it is held. */
    let target: number | null = null;
    /** Where the selected lead stands that is to be scrolled to as soon as it is held. */
    let sought: number | null = null;
    /** Steps from the selected row that are taken as soon as the rows around it are held. */
    let steps: Steps | null = null;
    const standing = createStanding();
    /** The lead that was selected when the list was visible last; undefined before. */
    let seenWith: LeadID | null | undefined;
    const left = createLeftLeads();

    const draw = (more: Partial<Pick<Leads, 'state' | 'error'>> = {}): void => {
      const rows = withRow(held.rows, kept);
      left.retain(rows);
      const isPaused = reader?.isPaused() ?? false;
      const length = held.total ?? held.rows.length + (held.to === null || isPaused ? 0 : 1);
      const { selected } = get();
      place = rows.find(({ leadID }) => leadID === selected)?.place ?? place;
      const at = held.rows.findIndex(({ leadID }) => leadID === selected);
      if (at >= 0) part = partAt(held.parts, held.position + at);
      set({
        rows,
        position: held.position,
        length: Math.max(length + (kept === null ? 0 : 1), held.position + rows.length),
        parts: kept === null ? held.parts : withOneMore(held.parts, part),
        isLengthKnown: held.total !== null || held.to === null,
        isPaused,
        ...more,
      });
    };

    /** The row of the selected lead, when it has left the part of the list in which it was seen. */
    const keep = async (now: Held, asked: LeadReader): Promise<ListedLead | null> => {
      const { selected, query } = get();
      const isIn = (leadID: LeadID): boolean => now.rows.some((row) => row.leadID === leadID);
      if (selected === null || place === null || isIn(selected) || !holds(now, place)) return null;
      if (kept?.leadID === selected && !isKeptStale) return kept;
      isKeptStale = false;
      const seenAt = place;
      const elsewhere = query === '' ? await asked.lookUp(selected) : null;
      if (elsewhere !== null) {
        if (get().selected === selected) ({ place } = elsewhere);
        return null;
      }
      const answer = await bridge.invoke('leads.get', { leadID: selected });
      if (!answer.ok || get().selected !== selected) return null;
      const { row } = answer.value.lead;
      // A lead that was merged into another one is that one now.
      if (row.leadID !== selected) set({ selected: row.leadID });
      return isIn(row.leadID) ? null : { ...row, place: seenAt };
    };

    const lay = async (now: Held, from: LeadReader): Promise<void> => {
      let selected: LeadID | null;
      let stays: ListedLead | null;
      do {
        ({ selected } = get());
        stays = await keep(now, from);
      } while (from === reader && selected !== get().selected && stays === null);
      if (from !== reader) return;
      held = now;
      kept = stays;
      draw({ state: 'ready', error: null });
      const back = standing.arrive(get());
      if (back !== null) set({ returned: { ...back, nth: get().returned.nth + 1 } });
      if (target !== null) go(target);
      else if (steps !== null) takeSteps();
      else if (sought !== null) scrollTo(sought);
    };

    const begin = (): void => {
      reader?.close();
      standing.begin();
      seenWith = undefined;
      left.clear();
      held = nothingHeld;
      kept = null;
      place = null;
      target = null;
      sought = null;
      steps = null;
      const { view, business, query, everywhere } = get();
      const own: LeadReader = createLeadReader({
        bridge,
        scope: { view, business, query, everywhere },
        from: standing.from(),
        show: (now) => lay(now, own),
        fail: (error) => set({ state: 'failed', error }),
      });
      reader = own;
    };

    /** Selects the row at that position of the list, now or when it is held. */
    const go = (to: number): void => {
      const { rows, position, length } = get();
      const at = Math.max(0, Math.min(length - 1, to));
      const row = rows[at - position];
      target = row === undefined && length > 0 ? at : null;
      reader?.aim(target);
      if (row !== undefined) get().select(row.leadID);
    };

    const isHeld = (leadID: LeadID): boolean =>
      get().state === 'ready' && get().rows.some((row) => row.leadID === leadID);

    /** Has the selected lead scrolled to, unless it has left the position where it was to be. */
    const scrollTo = (at: number): void => {
      const { rows, position, length, selected } = get();
      if (rows[Math.min(at, length - 1) - position] === undefined) return;
      sought = null;
      reader?.aim(null);
      if (selected !== null && isHeld(selected)) set({ revealed: get().revealed + 1 });
    };

    /** Scrolls to the selected lead, wherever it is in the list; false if it is not in the list. */
    const seek = async (leadID: LeadID): Promise<boolean> => {
      const own = reader;
      const isOver = (): boolean => own !== reader || get().selected !== leadID;
      const found = (await own?.lookUp(leadID)) ?? null;
      if (isOver()) return true;
      if (isHeld(leadID)) {
        set({ revealed: get().revealed + 1 });
        return true;
      }
      if (found === null) return false;
      ({ place } = found);
      const at = (await own?.find(found.place)) ?? null;
      if (isOver() || at === null || target !== null || steps !== null) return true;
      sought = at;
      own?.aim(at);
      return true;
    };

    const takeSteps = (): void => {
      const { rows, position, selected } = get();
      if (steps === null || steps.from === null) return;
      const { by, from } = steps;
      const index = rows.findIndex((row) => row.leadID === selected);
      if (index < 0 && rows[from - position] === undefined && from < get().length) return;
      steps = null;
      go(index < 0 ? from + by - (by > 0 ? 1 : 0) : position + index + by);
    };

    /** Steps from a lead that is not held: it was scrolled away, or has left the list meanwhile. */
    const step = async (selected: LeadID, seenAt: string, by: number): Promise<void> => {
      if (steps !== null) {
        steps.by += by;
        return;
      }
      const own: Steps = { by, from: null };
      steps = own;
      const from = (await reader?.find(seenAt)) ?? null;
      if (steps !== own || get().selected !== selected) return;
      if (from === null) steps = null;
      else reader?.aim((own.from = from));
    };

    return {
      view: 'needs_reply',
      business: null,
      query: '',
      everywhere: true,
      returned: { at: 0, above: 0, nth: 0 },
      state: 'loading',
      error: null,
      rows: [],
      position: 0,
      length: 0,
      parts: [],
      isLengthKnown: true,
      isPaused: false,
      goOn: () => {
        reader?.goOn();
        draw();
      },
      selected: null,
      revealed: 0,
      reread: async () => {
        if (reader === null) begin();
        else {
          isKeptStale = true;
          reader.changed(null);
        }
        await reader?.settled();
      },
      show: async (change) => {
        const before = get();
        // Who chooses a business while searching wants its leads.
        const everywhere = change.business === undefined && before.everywhere;
        const scope = { ...before, everywhere, ...change };
        if (sameScope(before, scope) && before.state !== 'failed') return;
        if (scope.query === '') standing.forget();
        set({ ...change, everywhere: scope.everywhere, state: 'loading', error: null });
        begin();
        await reader?.settled();
      },
      see: (first, last, above = 0) => {
        if (get().state === 'ready') {
          standing.see(first, above, get());
          seenWith = get().selected;
        }
        reader?.see(first, last);
      },
      lastSeen: () =>
        seenWith === undefined
          ? null
          : { ...(standing.lastSeen(get()) ?? { at: 0, above: 0 }), selected: seenWith },
      search: (query, everywhere) => {
        if (query === '') return get().leaveSearch();
        if (get().query === '') standing.keep(get());
        return get().show({ query, everywhere });
      },
      leaveSearch: () => {
        const { query, show } = get();
        if (query === '') return Promise.resolve();
        const back = standing.goBack();
        if (back === null) return show({ query: '' });
        const { view, business, selected } = back;
        const shown = show({ view, business, query: '' });
        get().select(selected);
        return shown;
      },
      changed: (leadIDs) => {
        isKeptStale ||= leadIDs === null || (kept !== null && leadIDs.includes(kept.leadID));
        reader?.changed(leadIDs);
      },
      select: (selected) => {
        reader?.aim(null);
        target = null;
        sought = null;
        steps = null;
        if (selected === get().selected) return;
        if (selected !== null) left.delete(selected);
        place = get().rows.find((row) => row.leadID === selected)?.place ?? null;
        set({ selected });
        if (kept === null) return;
        kept = null;
        draw();
      },
      reveal: async (leadID) => {
        get().select(leadID);
        if (isHeld(leadID) || (get().query === '' && (await seek(leadID)))) return;
        await get().show({ view: 'all', business: null, query: '' });
        if (get().selected === leadID) await seek(leadID);
      },
      move: (by) => {
        const { rows, position, selected } = get();
        const index = rows.findIndex((row) => row.leadID === selected);
        if (target !== null) go(target + by);
        else if (index >= 0) go(position + index + by);
        else if (selected !== null && place !== null) void step(selected, place, by);
        else go(by > 0 ? by - 1 : 0);
      },
      leave: () => {
        const { rows, position, length, selected, select } = get();
        const index = rows.findIndex((row) => row.leadID === selected);
        const row = rows[index];
        if (row === undefined && selected !== null && place !== null)
          return void step(selected, place, 1);
        if (row === undefined) return select(null);
        left.add(row);
        const isHeldToEnd = position + rows.length >= length;
        const to = left.below(rows, index) ?? (isHeldToEnd ? left.above(rows, index) : rows.length);
        if (to === null) select(null);
        else go(position + to);
      },
      notDone: left.delete,
    };
  });
