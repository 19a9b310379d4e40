/**
 * Where the professional stood in the list when a search began: the list, the lead, and what was in sight.
 * When the search ends it is gone back to, also past leads that have arrived meanwhile.
 */
import type { LeadID, ListedLead } from '../../contract/records.ts';
import type { Scope } from './lead-reader.ts';

type Stand = Pick<Scope, 'view' | 'business'> & {
  readonly selected: LeadID | null;
  /** The place of the first row in sight; null at the top. */
  readonly first: string | null;
  /** How many pixels of that row are scrolled away. */
  readonly above: number;
};

/** A row of the list, and the pixels of it that are scrolled away. */
type Position = { readonly at: number; readonly above: number };

type Rows = { readonly rows: readonly ListedLead[]; readonly position: number };

export type Standing = {
  /** The position of the first visible row, and the pixels of it that are scrolled away. */
  readonly see: (first: number, above: number, list: Rows) => void;
  /** Another list begins at its top. */
  readonly begin: () => void;
  /** The position that was visible last; null at the top. */
  readonly lastSeen: (list: Rows) => Position | null;
  /** A search begins. */
  readonly keep: (list: Pick<Stand, 'view' | 'business' | 'selected'>) => void;
  /** What was kept is not gone back to. */
  readonly forget: () => void;
  /** It is gone back to where the search began; null when nothing was kept. */
  readonly goBack: () => Stand | null;
  /** The place around which the list is to be read to go back. */
  readonly from: () => string | undefined;
  /** Where the list is to be scrolled to, once, now that it is here; null for nowhere. */
  readonly arrive: (list: Rows) => Position | null;
};

const top: Pick<Stand, 'first' | 'above'> = { first: null, above: 0 };

/** The first row at that place or after it: the row itself may have left. */
const positionOf = ({ first, above }: typeof top, { rows, position }: Rows): Position | null => {
  const index = first === null ? -1 : rows.findIndex(({ place }) => place >= first);
  return index < 0 ? null : { at: position + index, above };
};

export const createStanding = (): Standing => {
  let sight = top;
  let kept: Stand | null = null;
  let goesTo: Stand | null = null;
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
      goesTo = kept;
      return kept;
    },
    from: () => goesTo?.first ?? undefined,
    arrive: (list) => {
      if (goesTo === null) return null;
      sight = goesTo;
      goesTo = null;
      return positionOf(sight, list);
    },
  };
};
