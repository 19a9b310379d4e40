/**
 * The leads of the list that are selected, and how they come to be: one by one, by a range that begins
 * where the last one was selected, or all of the view. What is selected is looked at again whenever leads
 * change: those that left the view are in the selection no longer, and how many that were is said.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Change } from '../../contract/events.ts';
import { mostSelected } from '../../contract/limits.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Bridge } from '../platform/bridge.ts';
import type { Scope } from './lead-reader.ts';
import type { Leads } from './leads.ts';
import {
  isNothing,
  isSelected,
  nothing,
  toggled,
  withLeads,
  withoutLeads,
  type Selection,
} from './selection-model.ts';
import type { Toasts } from '../platform/toasts.ts';

export type Facts = NonNullable<CommandOutput<'selection.report'>['facts']>;

export type Selecting = {
  readonly selection: Selection;
  /** How many leads are selected. */
  readonly count: number;
  /** How many left the view, and the selection with it, since the professional last changed it. */
  readonly left: number;
  /** What they have in common; null while that is not known, or where they are too many. */
  readonly facts: Facts | null;
  /** What is being asked about all of them. */
  readonly asking: 'snooze' | 'tags' | null;
  /** Selects the lead, or takes it out. A range that follows begins there. */
  readonly toggle: (leadID: LeadID) => void;
  /** Goes to that lead, and selects what stands between it and where the range begins. */
  readonly reach: (leadID: LeadID) => Promise<void>;
  /** Goes that many rows further, and has the range reach there. */
  readonly extend: (by: number) => void;
  /** Selects all rows that are here; asked for again, all of the view or the search. */
  readonly selectMore: () => Promise<void>;
  readonly selectAll: () => Promise<void>;
  /** The cursor goes on without the range. */
  readonly rest: () => void;
  readonly ask: (asking: 'snooze' | 'tags' | null) => void;
  readonly clear: () => void;
  /** Reads again what is selected. */
  readonly reread: () => Promise<void>;
};

/** Milliseconds between two looks at what is selected, however fast leads change. */
const pause = 500;

/** The list as the engine is asked about it: a search of everything is of every business. */
export const listOf = ({ view, business, query, everywhere }: Scope) => {
  const isSearch = query !== '';
  return {
    view,
    ...(business !== null && !(isSearch && everywhere) && { business }),
    ...(isSearch && { query, everywhere }),
  };
};

/** A selection of a whole view as the input of an engine command. */
export const toAllInput = ({ asOf, except, also }: Extract<Selection, { kind: 'all' }>) => ({
  asOf,
  except: [...except],
  also: [...also],
});

/** A selection as the input of an engine command. */
const toSelectionInput = (selection: Selection) =>
  selection.kind === 'some' ? { leadIDs: [...selection.leadIDs] } : { all: toAllInput(selection) };

export const createSelecting = ({
  bridge,
  leads,
  toasts,
}: {
  readonly bridge: Bridge;
  readonly leads: StoreApi<Leads>;
  readonly toasts: StoreApi<Toasts>;
}): StoreApi<Selecting> => {
  const empty = { selection: nothing, count: 0, left: 0, facts: null, asking: null } as const;
  /** Where a range begins, and what was selected before it. */
  let anchor: Pick<ListedLead, 'leadID' | 'place'> | null = null;
  let base: Selection = nothing;
  /** The range goes where the cursor goes next. */
  let isFollowing = false;
  /** What is asked for is of no use any more when this has moved on. */
  let turn = 0;

  return createStore<Selecting>()((set, get) => {
    const rowOf = (leadID: LeadID | null): ListedLead | undefined =>
      leads.getState().rows.find((row) => row.leadID === leadID);

    /** What is selected now; `count` where it does not say so itself. */
    const put = (selection: Selection, count = get().count): void => {
      turn += 1;
      if (isNothing(selection)) return set(empty);
      const size = selection.kind === 'some' ? selection.leadIDs.size : count;
      set({ selection, count: size, left: 0 });
      void look();
    };

    /** Reads until what was read is what is selected; null while nothing is read. */
    let looking: Promise<void> | null = null;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const read = async (): Promise<void> => {
      const { selection } = get();
      if (isNothing(selection)) return;
      const own = turn;
      const answer = await bridge.invoke('selection.report', {
        ...listOf(leads.getState()),
        ...toSelectionInput(selection),
      });
      if (!answer.ok || own !== turn) return;
      const { gone, facts, leads: count } = answer.value;
      if (count === 0) return get().clear();
      const left = get().left + Math.max(0, get().count - count);
      base = withoutLeads(base, base.kind === 'some' ? gone : []);
      set({
        selection: gone.length > 0 ? withoutLeads(selection, gone) : selection,
        count,
        left,
        facts,
      });
    };

    const readAll = async (): Promise<void> => {
      while (isStale && !isNothing(get().selection)) {
        isStale = false;
        await read();
      }
      looking = null;
    };

    const look = (): Promise<void> => {
      isStale = true;
      looking ??= Promise.resolve().then(readAll);
      return looking;
    };

    const lookLater = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void look();
      }, pause);
    };

    const begin = (leadID: LeadID): void => {
      const row = rowOf(leadID);
      anchor = row === undefined ? null : { leadID, place: row.place };
      base = get().selection;
    };

    /** The leads between two of the rows that are here; null where one is not. */
    const heldBetween = (from: LeadID, to: LeadID): readonly LeadID[] | null => {
      const { rows } = leads.getState();
      const [start, end] = [from, to]
        .map((each) => rows.findIndex(({ leadID }) => leadID === each))
        .toSorted((one, other) => one - other);
      if (start === undefined || end === undefined || start < 0) return null;
      return rows.slice(start, end + 1).map(({ leadID }) => leadID);
    };

    const askBetween = async (
      from: Pick<ListedLead, 'place'>,
      to: Pick<ListedLead, 'place'>,
    ): Promise<void> => {
      const own = turn;
      const [first, last] = from.place < to.place ? [from, to] : [to, from];
      const answer = await bridge.invoke('selection.range', {
        ...listOf(leads.getState()),
        from: first.place,
        to: last.place,
      });
      if (!answer.ok || own !== turn) return;
      if (!answer.value.isWhole) sayFirst();
      put(withLeads(base, answer.value.leadIDs));
    };

    const sayFirst = (): void =>
      void toasts.getState().say({
        what: 'done',
        words: (t) => t('selection.first', { count: mostSelected }),
      });

    /** At once where all of the range is here: the next press begins with it. */
    const reach = async (leadID: LeadID): Promise<void> => {
      const row = rowOf(leadID);
      if (row === undefined) return;
      if (anchor === null) begin(leadID);
      const from = anchor ?? row;
      turn += 1;
      const held = heldBetween(from.leadID, leadID);
      if (held === null) await askBetween(from, row);
      else put(withLeads(base, held));
    };

    const selectAll = async (): Promise<void> => {
      const own = (turn += 1);
      anchor = null;
      const list = listOf(leads.getState());
      if ('query' in list) {
        const answer = await bridge.invoke('selection.range', {
          ...list,
          from: null,
          to: null,
        });
        if (!answer.ok || own !== turn) return;
        if (!answer.value.isWhole) sayFirst();
        return put({ kind: 'some', leadIDs: new Set(answer.value.leadIDs) });
      }
      const answer = await bridge.invoke('selection.all', list);
      if (!answer.ok || own !== turn) return;
      const { asOf, leads: count } = answer.value;
      put({ kind: 'all', asOf, except: new Set(), also: new Set() }, count);
    };

    bridge.on('changed', ({ kinds }: Change) => {
      if (kinds.includes('leads') || kinds.includes('businesses')) lookLater();
    });
    bridge.on('engine', ({ state }) => {
      if (state === 'ready') lookLater();
    });
    leads.subscribe((state, before) => {
      const isOther = (['view', 'business', 'query', 'everywhere'] as const).some(
        (name) => state[name] !== before[name],
      );
      if (isOther) return get().clear();
      if (state.selected === before.selected) return;
      if (!isFollowing || state.selected === null) anchor = null;
      else void reach(state.selected);
      isFollowing = false;
    });

    return {
      ...empty,
      toggle: (leadID) => {
        const row = rowOf(leadID);
        const { selection, count } = get();
        isFollowing = false;
        if (row === undefined) return;
        const isIn = isSelected(selection, row);
        if (!isIn && selection.kind === 'some' && count >= mostSelected) return sayFirst();
        put(toggled(selection, row), count + (isIn ? -1 : 1));
        begin(leadID);
      },
      reach: async (leadID) => {
        const { selected, select } = leads.getState();
        if (anchor === null) begin(selected ?? leadID);
        isFollowing = selected !== leadID;
        if (isFollowing) select(leadID);
        else await reach(leadID);
      },
      extend: (by) => {
        const { selected, move } = leads.getState();
        if (selected !== null && anchor === null) {
          begin(selected);
          void reach(selected);
        }
        isFollowing = true;
        move(by);
      },
      rest: () => void (isFollowing = false),
      ask: (asking) => set({ asking }),
      selectMore: async () => {
        const { rows, length } = leads.getState();
        const { selection } = get();
        const isAllHere = rows.length > 0 && rows.every((row) => isSelected(selection, row));
        if (isAllHere && rows.length < length) return selectAll();
        anchor = null;
        put(
          withLeads(
            selection,
            rows.map(({ leadID }) => leadID),
          ),
        );
      },
      selectAll,
      clear: () => {
        anchor = null;
        base = nothing;
        isFollowing = false;
        clearTimeout(timer);
        timer = undefined;
        turn += 1;
        if (!isNothing(get().selection)) set(empty);
      },
      reread: look,
    };
  });
};
