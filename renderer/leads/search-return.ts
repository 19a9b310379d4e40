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
  /** Another list begins at its top. */
  readonly begin: () => void;
  /** The position that was visible last; null at the top. */
  readonly lastSeen: (list: Rows) => Position | null;
  /** A search begins. */
  readonly keep: (list: Pick<Origin, 'view' | 'business' | 'selected'>) => void;
  readonly forget: () => void;
  /** Begins to return to the origin; null if there is none. */
  readonly goBack: () => Origin | null;
  /** The place around which the list must be loaded. */
  readonly from: () => string | undefined;
  /** The scroll position in the loaded list, once. */
  readonly arrive: (list: Rows) => Position | null;
};

const top: Pick<Origin, 'first' | 'above'> = { first: null, above: 0 };

/** The first row at that place or after it: the row itself may have left. */
const positionOf = ({ first, above }: typeof top, { rows, position }: Rows): Position | null => {
  const index = first === null ? -1 : rows.findIndex(({ place }) => place >= first);
  return index < 0 ? null : { at: position + index, above };
};

export const createSearchReturn = (): SearchReturn => {
  let sight = top;
  let kept: Origin | null = null;
  let returnsTo: Origin | null = null;
  return {
    see: (first, above, { rows, position }) => {
      const row = first === 0 && above === 0 ? undefined : rows[first - position];
      sight = { first: row?.place ?? null, above };
    },
    begin: () => {
      sight = top;
    },
    lastSeen: (list) => positionOf(sight, list),
    keep: ({ view, business, selected }) => {
      kept = { view, business, selected, ...sight };
    },
    forget: () => {
      kept = null;
    },
    goBack: () => {
      returnsTo = kept;
      return kept;
    },
    from: () => returnsTo?.first ?? undefined,
    arrive: (list) => {
      if (returnsTo === null) return null;
      sight = returnsTo;
      returnsTo = null;
      return positionOf(sight, list);
    },
  };
};
