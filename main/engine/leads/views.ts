/**
 * The views of the inbox as the database knows them: which leads stand in each, and in which order.
 * The list, the counts and what SQLite keeps for both (view-schema.ts) follow from these entries.
 */
import {
  viewNames,
  type CountName,
  type ViewName,
  type ViewPartName,
} from '../../../contract/views.ts';

/** The order of a list by a column of `inbox`; the lead's number settles what it leaves open. */
export type Order = { readonly by: string; readonly direction: 'ASC' | 'DESC' };

export type View = {
  /**
   * The condition on columns of `inbox`, in SQL. `row` is what stands before each of them: `i.` in a
   * query, nothing in an index, `new.` and `old.` in a trigger. An index serves only a query whose
   * condition is written as its own, so it has no parameter and asks no clock.
   */
  readonly holds: (row: string) => string;
  readonly order: Order;
  /** Where the view is listed in parts: its order has all of the first, if there is one, before the rest. */
  readonly parts?: { readonly first?: Extract<ViewPartName, 'new'>; readonly rest: ViewPartName };
};

const latestFirst: Order = { by: 'activity_at', direction: 'DESC' };

export const views: Readonly<Record<ViewName, View>> = {
  needs_reply: {
    holds: (row) => `${row}needs_reply = 1`,
    order: { by: 'turn', direction: 'ASC' },
    parts: { first: 'new', rest: 'conversations' },
  },
  older: {
    holds: (row) => `${row}older = 1`,
    order: latestFirst,
    parts: { rest: 'older' },
  },
  unread: { holds: (row) => `${row}unread = 1`, order: latestFirst },
  all: { holds: (row) => `${row}archived = 0`, order: latestFirst },
  starred: { holds: (row) => `${row}starred = 1`, order: latestFirst },
  snoozed: {
    holds: (row) => `${row}snoozedUntil IS NOT NULL`,
    order: { by: 'snoozedUntil', direction: 'ASC' },
  },
  archived: { holds: (row) => `${row}archived = 1`, order: latestFirst },
  outgoing: { holds: (row) => `${row}outgoing = 1`, order: latestFirst },
};

/** The condition of each count, as `holds`. */
export const counted: Readonly<Record<CountName, (row: string) => string>> = {
  ...(Object.fromEntries(viewNames.map((name) => [name, views[name].holds])) as Record<
    ViewName,
    (row: string) => string
  >),
  new: (row) => `${row}needs_reply = 1 AND ${row}never_answered = 1`,
};
