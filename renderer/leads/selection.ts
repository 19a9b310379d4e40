/** The selected leads, refreshed after each change of leads. Leads that left the view are removed. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Failure } from '../../contract/errors.ts';
import { maxSelected } from '../../contract/limits.ts';
import type { LeadID, ListedLead } from '../../contract/records.ts';
import { toListInput } from './scope.ts';
import { subscribeToRecords, type BaseLeadStores } from './lead-records.ts';
import {
  isEmptySelection,
  isSelected,
  emptySelection,
  toggleLead,
  addLeads,
  removeLeads,
  type Selection,
} from './selection-model.ts';

export type Facts = NonNullable<CommandOutput<'selection.report'>['facts']>;

export type Selecting = {
  readonly selection: Selection;
  readonly count: number;
  /** Number of leads that left the view since the professional last changed the selection. */
  readonly leftCount: number;
  /** Their common properties; null while unknown or if they are too many. */
  readonly facts: Facts | null;
  readonly openMenu: 'snooze' | 'tags' | 'assign' | null;
  /** Adds or removes the lead. The next range begins there. */
  readonly toggle: (leadID: LeadID) => void;
  /** Moves to the lead and selects the range up to it. */
  readonly reach: (leadID: LeadID) => Promise<void>;
  /** Moves by some rows and selects the range up to there. */
  readonly extend: (by: number) => void;
  /** Selects all loaded rows or, the second time, the whole view or search. */
  readonly selectMore: () => Promise<void>;
  readonly selectAll: () => Promise<void>;
  /** The next move ends the range. */
  readonly endRange: () => void;
  readonly clear: () => void;
  readonly refresh: () => Promise<void>;
};

const refreshPauseMs = 500;

export const toAllInput = ({ asOf, except, also }: Extract<Selection, { kind: 'all' }>) => ({
  asOf,
  except: [...except],
  also: [...also],
});

export const toSelectionInput = (selection: Selection) =>
  selection.kind === 'some' ? { leadIDs: [...selection.leadIDs] } : { all: toAllInput(selection) };

export const createSelecting = ({
  bridge,
  leads,
  toasts,
}: Pick<BaseLeadStores, 'bridge' | 'leads' | 'toasts'>): StoreApi<Selecting> => {
  const empty = {
    selection: emptySelection,
    count: 0,
    leftCount: 0,
    facts: null,
    openMenu: null,
  } as const;
  /** The start of a range, and the selection before it. */
  let anchor: Pick<ListedLead, 'leadID' | 'place'> | null = null;
  let base: Selection = emptySelection;
  /** True if the next move extends the range. */
  let isExtending = false;
  /** Incremented by each change; answers to older versions are ignored. */
  let version = 0;

  return createStore<Selecting>()((set, get) => {
    const findRow = (leadID: LeadID | null): ListedLead | undefined =>
      leads.getState().rows.find((row) => row.leadID === leadID);

    const showFailure = ({ code }: Failure): void =>
      void toasts.getState().show({ kind: 'failed', code });

    /** Drops the leads beyond `maxSelected` with a toast. */
    const limit = (selection: Selection): Selection => {
      if (selection.kind === 'all' || selection.leadIDs.size <= maxSelected) return selection;
      reportLimit();
      return { kind: 'some', leadIDs: new Set([...selection.leadIDs].slice(0, maxSelected)) };
    };

    /** Sets the selection; `count` is needed for a whole view. */
    const setSelection = (wanted: Selection, count = get().count): void => {
      const selection = limit(wanted);
      version += 1;
      if (isEmptySelection(selection)) return set(empty);
      const size = selection.kind === 'some' ? selection.leadIDs.size : count;
      set({ selection, count: size, leftCount: 0 });
      void refresh();
    };

    let refreshing: Promise<void> | null = null;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const fetchReport = async (): Promise<void> => {
      const { selection } = get();
      if (isEmptySelection(selection)) return;
      const startVersion = version;
      const answer = await bridge.invoke('selection.report', {
        ...toListInput(leads.getState()),
        ...toSelectionInput(selection),
      });
      if (!answer.ok || startVersion !== version) return;
      const { gone, facts, leads: count } = answer.value;
      if (count === 0) return get().clear();
      const leftCount = get().leftCount + Math.max(0, get().count - count);
      base = removeLeads(base, base.kind === 'some' ? gone : []);
      set({
        selection: gone.length > 0 ? removeLeads(selection, gone) : selection,
        count,
        leftCount,
        facts,
      });
    };

    const fetchWhileStale = async (): Promise<void> => {
      while (isStale && !isEmptySelection(get().selection)) {
        isStale = false;
        await fetchReport();
      }
      refreshing = null;
    };

    const refresh = (): Promise<void> => {
      isStale = true;
      refreshing ??= Promise.resolve().then(fetchWhileStale);
      return refreshing;
    };

    const refreshLater = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, refreshPauseMs);
    };

    const startRange = (leadID: LeadID): void => {
      const row = findRow(leadID);
      anchor = row === undefined ? null : { leadID, place: row.place };
      base = get().selection;
    };

    /** Finds the leads between two loaded rows; null if one is not loaded. */
    const findLoadedBetween = (from: LeadID, to: LeadID): readonly LeadID[] | null => {
      const { rows } = leads.getState();
      const [start, end] = [from, to]
        .map((each) => rows.findIndex(({ leadID }) => leadID === each))
        .toSorted((one, other) => one - other);
      if (start === undefined || end === undefined || start < 0) return null;
      return rows.slice(start, end + 1).map(({ leadID }) => leadID);
    };

    /** Adds the leads between two places, or all of the list, to a selection. */
    const selectBetween = async (
      start: Selection,
      from: string | null,
      to: string | null,
    ): Promise<void> => {
      const startVersion = version;
      const list = toListInput(leads.getState());
      const answer = await bridge.invoke('selection.range', { ...list, from, to });
      if (startVersion !== version) return;
      if (!answer.ok) return showFailure(answer.error);
      if (!answer.value.isWhole) reportLimit(answer.value.leadIDs.length);
      setSelection(addLeads(start, answer.value.leadIDs));
    };

    const reportLimit = (count: number = maxSelected): void => {
      const text = count < maxSelected ? 'selection.firstFound' : 'selection.first';
      toasts.getState().show({ kind: 'done', getText: (t) => t(text, { count }) });
    };

    /** Synchronous if the whole range is loaded, because the next key builds on it. */
    const reach = async (leadID: LeadID): Promise<void> => {
      const row = findRow(leadID);
      if (row === undefined) return;
      if (anchor === null) startRange(leadID);
      const from = anchor ?? row;
      version += 1;
      const leadIDs = findLoadedBetween(from.leadID, leadID);
      if (leadIDs !== null) return setSelection(addLeads(base, leadIDs));
      const isDown = from.place < row.place;
      await selectBetween(base, isDown ? from.place : row.place, isDown ? row.place : from.place);
    };

    const selectAll = async (): Promise<void> => {
      const startVersion = (version += 1);
      anchor = null;
      if (leads.getState().query !== '') return selectBetween(emptySelection, null, null);
      const answer = await bridge.invoke('selection.all', toListInput(leads.getState()));
      if (startVersion !== version) return;
      if (!answer.ok) return showFailure(answer.error);
      const { asOf, leads: count } = answer.value;
      setSelection({ kind: 'all', asOf, except: new Set(), also: new Set() }, count);
    };

    subscribeToRecords(bridge, ['leads', 'businesses'], refreshLater);
    leads.subscribe((state, before) => {
      const isOtherList = (['view', 'business', 'query', 'everywhere'] as const).some(
        (name) => state[name] !== before[name],
      );
      if (isOtherList || state.openCount !== before.openCount) return get().clear();
      if (state.selected === before.selected) return;
      if (!isExtending || state.selected === null) anchor = null;
      else void reach(state.selected);
      isExtending = false;
    });

    return {
      ...empty,
      toggle: (leadID) => {
        const row = findRow(leadID);
        const { selection, count } = get();
        isExtending = false;
        if (row === undefined) return;
        const isIn = isSelected(selection, row);
        if (!isIn && selection.kind === 'some' && count >= maxSelected) return reportLimit();
        setSelection(toggleLead(selection, row), count + (isIn ? -1 : 1));
        startRange(leadID);
      },
      reach: async (leadID) => {
        const { selected, select } = leads.getState();
        if (anchor === null) startRange(selected ?? leadID);
        isExtending = selected !== leadID;
        if (isExtending) select(leadID);
        else await reach(leadID);
      },
      extend: (by) => {
        const { selected, move } = leads.getState();
        if (selected !== null && anchor === null) {
          startRange(selected);
          void reach(selected);
        }
        isExtending = true;
        move(by);
      },
      endRange: () => void (isExtending = false),
      selectMore: async () => {
        const { rows, length } = leads.getState();
        const { selection } = get();
        const areLoadedSelected =
          rows.length > 0 && rows.every((row) => isSelected(selection, row));
        if (areLoadedSelected && rows.length < length) return selectAll();
        anchor = null;
        setSelection(
          addLeads(
            selection,
            rows.map(({ leadID }) => leadID),
          ),
        );
      },
      selectAll,
      clear: () => {
        anchor = null;
        base = emptySelection;
        isExtending = false;
        clearTimeout(timer);
        timer = undefined;
        version += 1;
        if (!isEmptySelection(get().selection)) set(empty);
      },
      refresh,
    };
  });
};
