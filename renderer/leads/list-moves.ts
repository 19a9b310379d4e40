/**
 * Moves to rows that may not be loaded: a selected position, steps from a selected lead that has left the loaded rows,
 * and scrolling to the selected lead. A move waits until the reader has its rows, or a lead is selected.
 */
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { LeadReader } from './lead-reader.ts';

type List = {
  readonly rows: readonly ListedLead[];
  readonly position: number;
  readonly length: number;
  readonly selected: LeadID | null;
  readonly select: (leadID: LeadID | null) => void;
};

/** `from` is the position of the selected lead, once known. */
type Steps = { by: number; from: number | null };

/** @param scroll scrolls to the selected lead if it is loaded */
export const createListMoves = (
  get: () => List,
  getReader: () => LeadReader | null,
  scroll: () => void,
) => {
  /** The position to select. */
  let target: number | null = null;
  /** The position of the selected lead, to which to scroll. */
  let scrollAt: number | null = null;
  let steps: Steps | null = null;

  /** Selects the row at a position, now or once it is loaded. */
  const selectAt = (to: number): void => {
    const { rows, position, length, select } = get();
    const at = Math.max(0, Math.min(length - 1, to));
    const row = rows[at - position];
    target = row === undefined && length > 0 ? at : null;
    getReader()?.aim(target);
    if (row !== undefined) select(row.leadID);
  };

  const takeSteps = ({ by, from }: Steps): void => {
    const { rows, position, length, selected } = get();
    if (from === null) return;
    const index = rows.findIndex((row) => row.leadID === selected);
    if (index < 0 && rows[from - position] === undefined && from < length) return;
    steps = null;
    selectAt(index < 0 ? from + by - (by > 0 ? 1 : 0) : position + index + by);
  };

  /** Scrolls if the position is loaded; the selected lead may have moved. */
  const scrollIfLoaded = (at: number): void => {
    const { rows, position, length } = get();
    if (rows[Math.min(at, length - 1) - position] === undefined) return;
    scrollAt = null;
    getReader()?.aim(null);
    scroll();
  };

  /** Selects the row `by` rows from the last place of the selected lead, which is not loaded. */
  const moveFromPlace = async (place: string, by: number): Promise<void> => {
    if (steps !== null) {
      steps.by += by;
      return;
    }
    const own: Steps = { by, from: null };
    steps = own;
    const { selected } = get();
    const from = (await getReader()?.findPosition(place)) ?? null;
    if (steps !== own || get().selected !== selected) return;
    if (from === null) steps = null;
    else getReader()?.aim((own.from = from));
  };

  return {
    selectAt,
    moveFromPlace,
    /** @param place the last place of the selected lead; null for none */
    move: (by: number, place: string | null): void => {
      const { rows, position, selected } = get();
      const index = rows.findIndex((row) => row.leadID === selected);
      if (target !== null) selectAt(target + by);
      else if (index >= 0) selectAt(position + index + by);
      else if (selected !== null && place !== null) void moveFromPlace(place, by);
      else selectAt(by > 0 ? by - 1 : 0);
    },
    /** Scrolls to the selected lead once its position is loaded, unless another move waits. */
    scrollTo: (at: number): void => {
      if (target !== null || steps !== null) return;
      scrollAt = at;
      getReader()?.aim(at);
    },
    /** Call when rows were loaded. */
    continue: (): void => {
      if (target !== null) selectAt(target);
      else if (steps !== null) takeSteps(steps);
      else if (scrollAt !== null) scrollIfLoaded(scrollAt);
    },
    /** Call when a lead is selected. @param isSame true if it was selected before */
    end: (isSame: boolean): void => {
      target = null;
      steps = null;
      if (!isSame) scrollAt = null;
      getReader()?.aim(scrollAt);
    },
    /** Call when another list begins. */
    clear: (): void => {
      target = null;
      steps = null;
      scrollAt = null;
    },
  };
};
