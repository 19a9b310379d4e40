/** Remembers list, lead and scroll position when a search begins, and restores them when it ends. */
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Scope } from './scope.ts';

type Origin = Pick<Scope, 'view' | 'business'> & {
  readonly selected: LeadID | null;
  /** The place of the first visible row; null at the top. */
  readonly first: string | null;
  /** Hidden pixels of that row. */
  readonly above: number;
};

/** A row of the list, and its hidden pixels. */
type Position = { readonly at: number; readonly above: number };

type Rows = { readonly rows: readonly ListedLead[]; readonly position: number };

const top: Pick<Origin, 'first' | 'above'> = { first: null, above: 0 };

/** Finds the first row at that place or after it: the row itself may have left. */
const findPosition = ({ first, above }: typeof top, { rows, position }: Rows): Position | null => {
  const index = first === null ? -1 : rows.findIndex(({ place }) => place >= first);
  return index < 0 ? null : { at: position + index, above };
};

export const createSearchReturn = () => {
  let lastPosition = top;
  let origin: Origin | null = null;
  /** The origin to which the next list returns. */
  let next: Origin | null = null;
  /** The origin that the current list restores once it is loaded. */
  let destination: Origin | null = null;
  return {
    /** Records the scroll position. */
    see: (first: number, above: number, { rows, position }: Rows): void => {
      const row = first === 0 && above === 0 ? undefined : rows[first - position];
      lastPosition = { first: row?.place ?? null, above };
    },
    /** Starts another list: at its top, unless it returns to an origin. */
    startList: (): void => {
      lastPosition = top;
      destination = next;
      next = null;
    },
    /** Finds the recorded scroll position; null at the top. */
    getLastSeen: (list: Rows): Position | null => findPosition(lastPosition, list),
    /** Stores the origin of a search. */
    saveOrigin: ({
      view,
      business,
      selected,
    }: Pick<Origin, 'view' | 'business' | 'selected'>): void =>
      void (origin = { view, business, selected, ...lastPosition }),
    forget: (): void => void (origin = null),
    /** Starts the return to the origin; null if there is none. */
    goBack: (): Origin | null => (next = origin),
    /** Returns the place around which the list must be loaded. */
    getFirstPlace: (): string | undefined => destination?.first ?? undefined,
    /** Returns the scroll position to restore in the loaded list, once after `goBack`. */
    takePosition: (list: Rows): Position | null => {
      if (destination === null) return null;
      lastPosition = destination;
      destination = null;
      return findPosition(lastPosition, list);
    },
  };
};
