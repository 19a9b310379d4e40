/** Unread leads that arrived since the window opened, without imported ones. */
import { toLeadID } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { encodePlace, listPlacesOf, type List } from './list.ts';

const maxLeads = 500;

/** @param mark the previous answer's: leads are numbered in the order of storage. Null starts now */
export const readArrivals = (store: Store, list: List, mark: number | null) => {
  const { last } = store
    .prepare<[], { last: number }>('SELECT ifnull(max(lead), 0) AS last FROM leads')
    .get() ?? { last: 0 };
  if (mark === null) return { mark: last, leads: [] };
  const unopened = store
    .prepare<[number, number], { lead: number }>(
      `SELECT i.lead FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
       CROSS JOIN accounts a ON a.account_id = l.account_id
       WHERE i.lead > ? AND +i.unread = 1 AND l.created_at >= a.connected_at
       ORDER BY i.lead LIMIT ?`,
    )
    .all(mark, maxLeads)
    .map(({ lead }) => lead);
  return {
    mark: unopened[0] === undefined ? last : unopened[0] - 1,
    leads: listPlacesOf(store, list, unopened)
      .map((place) => ({ leadID: toLeadID(place.lead), place: encodePlace(list.view, place) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1)),
  };
};
