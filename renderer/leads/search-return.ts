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

type Rows = { readonly rows: readonly ListedLead[]; readonly position: number };

export type Standing = {
  /** What is in sight now. */
  readonly see: (first: number, above: number) => void;
  /** A search begins. */
  readonly keep: (list: Rows & Omit<Stand, 'first' | 'above'>) => void;
  /** What was kept is not gone back to. */
  readonly forget: () => void;
  /** It is gone back to where the search began; null when nothing was kept. */
  readonly goBack: () => Stand | null;
  /** The place around which the list is to be read to go back. */
  readonly from: () => string | undefined;
  /** Where the list is to be scrolled to, once, now that it is here; null for nowhere. */
  readonly arrive: (list: Rows) => { readonly at: number; readonly above: number } | null;
};

export const createStanding = (): Standing => {
  let sight = { first: 0, above: 0 };
  let kept: Stand | null = null;
  let goesTo: Stand | null = null;
  return {
    see: (first, above) => {
      sight = { first, above };
    },
    keep: ({ view, business, selected, rows, position }) => {
      const { first, above } = sight;
      const row = first === 0 && above === 0 ? undefined : rows[first - position];
      kept = { view, business, selected, first: row?.place ?? null, above };
    },
    forget: () => {
      kept = null;
    },
    goBack: () => {
      goesTo = kept;
      return kept;
    },
    from: () => goesTo?.first ?? undefined,
    arrive: ({ rows, position }) => {
      const { first = null, above = 0 } = goesTo ?? {};
      goesTo = null;
      const index = first === null ? -1 : rows.findIndex(({ place }) => place >= first);
      return index < 0 ? null : { at: position + index, above };
    },
  };
};
