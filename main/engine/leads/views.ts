/**
 * The views of the inbox as the database knows them: which leads stand in each, and in which order.
 * The list, the counts and what SQLite keeps for both (view-schema.ts) follow from these entries.
 */
import type { ViewName } from '../../../contract/views.ts';

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
};

const latestFirst: Order = { by: 'activity_at', direction: 'DESC' };

export const views = {
  needs_reply: { holds: (row) => `${row}needs_reply = 1`, order: latestFirst },
  unread: { holds: (row) => `${row}unread = 1`, order: latestFirst },
  all: { holds: (row) => `${row}archived = 0`, order: latestFirst },
  starred: { holds: (row) => `${row}starred = 1`, order: latestFirst },
  archived: { holds: (row) => `${row}archived = 1`, order: latestFirst },
  outgoing: { holds: (row) => `${row}outgoing = 1`, order: latestFirst },
} as const satisfies Readonly<Record<ViewName, View>>;
