/** The views of the inbox in SQL, from which lists, counts and indexes are derived. */
import {
  viewNames,
  type CountName,
  type ViewName,
  type ViewPartName,
} from '../../../contract/views.ts';

/** By a column of `inbox`, then by lead number. */
export type Order = { readonly by: string; readonly direction: 'ASC' | 'DESC' };

export type View = {
  /**
   * SQL condition on columns of `inbox`; `row` is their prefix (`i.`, `new.`, `old.` or empty). It
   * has no parameter and reads no clock, because an index serves only the identical condition.
   */
  readonly buildCondition: (row: string) => string;
  readonly order: Order;
  /** True if the view has few leads, so that a search reads them by its index. */
  readonly isSmall?: true;
  /** Parts of the list: in its order, all leads of `first` come before the rest. */
  readonly parts?: { readonly first?: Extract<ViewPartName, 'new'>; readonly rest: ViewPartName };
};

const latestFirst: Order = { by: 'activity_at', direction: 'DESC' };

export const views: Readonly<Record<ViewName, View>> = {
  needs_reply: {
    buildCondition: (row) => `${row}needs_reply = 1`,
    order: { by: 'turn', direction: 'ASC' },
    parts: { first: 'new', rest: 'conversations' },
  },
  older: {
    buildCondition: (row) => `${row}older = 1`,
    order: latestFirst,
    parts: { rest: 'older' },
  },
  mine: {
    buildCondition: (row) => `${row}mine = 1`,
    order: { by: 'mine_turn', direction: 'DESC' },
    isSmall: true,
  },
  unassigned: {
    buildCondition: (row) => `${row}unassigned = 1`,
    order: { by: 'turn', direction: 'ASC' },
    isSmall: true,
  },
  colleagues: {
    buildCondition: (row) => `${row}colleagues = 1`,
    order: latestFirst,
    isSmall: true,
  },
  unread: { buildCondition: (row) => `${row}unread = 1`, order: latestFirst, isSmall: true },
  all: { buildCondition: (row) => `${row}archived = 0`, order: latestFirst },
  starred: { buildCondition: (row) => `${row}starred = 1`, order: latestFirst, isSmall: true },
  snoozed: {
    buildCondition: (row) => `${row}snoozedUntil IS NOT NULL`,
    order: { by: 'snoozedUntil', direction: 'ASC' },
    isSmall: true,
  },
  archived: { buildCondition: (row) => `${row}archived = 1`, order: latestFirst },
  outgoing: { buildCondition: (row) => `${row}outgoing = 1`, order: latestFirst, isSmall: true },
};

/** SQL condition of each count, as in `View.buildCondition`. */
export const countConditions: Readonly<Record<CountName, (row: string) => string>> = {
  ...(Object.fromEntries(viewNames.map((name) => [name, views[name].buildCondition])) as Record<
    ViewName,
    (row: string) => string
  >),
  new: (row) => `${row}needs_reply = 1 AND ${row}never_answered = 1`,
};
