/**
 * Remembers list, lead and scroll position when a search begins, and restores them when it ends, even if leads
 * have arrived meanwhile.
 */
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Scope } from './lead-reader.ts';

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

export type SearchReturn = {
  /** Records the scroll position. */
  readonly see: (first: number, above: number, list: Rows) => void;
  /** Resets the scroll position: another list begins at its top. */
  readonly begin: () => void;
  /** The recorded scroll position; null at the top. */
  readonly lastSeen: (list: Rows) => Position | null;
  /** Stores the origin of a search. */
  readonly keep: (list: Pick<Origin, 'view' | 'business' | 'selected'>) => void;
  readonly forget: () => void;
  /** Starts the return to the origin; null if there is none. */
  readonly goBack: () => Origin | null;
  /** The place around which the list must be loaded. */
  readonly from: () => string | undefined;
  /** The scroll position to restore in the loaded list, once after `goBack`. */
  readonly arrive: (list: Rows) => Position | null;
};

const top: Pick<Origin, 'first' | 'above'> = { first: null, above: 0 };

/** The first row at that place or after it: the row itself may have left. */
const positionOf = ({ first, above }: typeof top, { rows, position }: Rows): Position | null => {
  const index = first === null ? -1 : rows.findIndex(({ place }) => place >= first);
  return index < 0 ? null : { at: position + index, above };
};

export const createSearchReturn = (): SearchReturn => {
  let lastPosition = top;
  let origin: Origin | null = null;
  let destination: Origin | null = null;
  return {
    see: (first, above, { rows, position }) => {
      const row = first === 0 && above === 0 ? undefined : rows[first - position];
      lastPosition = { first: row?.place ?? null, above };
    },
    begin: () => {
      lastPosition = top;
    },
    lastSeen: (list) => positionOf(lastPosition, list),
    keep: ({ view, business, selected }) => {
      origin = { view, business, selected, ...lastPosition };
    },
    forget: () => {
      origin = null;
    },
    goBack: () => {
      destination = origin;
      return origin;
    },
    from: () => destination?.first ?? undefined,
    arrive: (list) => {
      if (destination === null) return null;
      lastPosition = destination;
      destination = null;
      return positionOf(lastPosition, list);
    },
  };
};
