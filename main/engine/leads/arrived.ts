/**
 * Leads that have arrived since the window opened. Leads are numbered in the order in which they are stored, so a
 * lead number works as a cursor. Imported leads are older than the connection and do not count as arrivals.
 */
import type { LeadID } from '../../../contract/records.ts';
import { leadIDOf } from '../platform/store/ids.ts';
import type { Store } from '../platform/store/store.ts';
import { cursorOfPlace, placesOf, type List } from './list.ts';

/** The most unopened arrivals that are read. */
const most = 500;

export type Arrived = {
  /** The cursor for the next call. */
  readonly mark: number;
  /** Unopened leads of the list, in its order. */
  readonly leads: { readonly leadID: LeadID; readonly place: string }[];
};

const lastLead = (store: Store): number =>
  store
    .prepare<[], { last: number }>('arrived.last', 'SELECT ifnull(max(lead), 0) AS last FROM leads')
    .get()?.last ?? 0;

/** @param mark the cursor from the last answer; null starts now */
export const arrivedSince = (store: Store, list: List, mark: number | null): Arrived => {
  const last = lastLead(store);
  if (mark === null) return { mark: last, leads: [] };
  const unopened = store
    .prepare<[number, number], { lead: number }>(
      'arrived.since',
      `SELECT i.lead FROM inbox i CROSS JOIN leads l ON l.lead = i.lead
       CROSS JOIN accounts a ON a.account_id = l.account_id
       WHERE i.lead > ? AND +i.unread = 1 AND l.created_at >= a.connected_at
       ORDER BY i.lead LIMIT ?`,
    )
    .all(mark, most)
    .map(({ lead }) => lead);
  return {
    mark: unopened[0] === undefined ? last : unopened[0] - 1,
    leads: placesOf(store, list, unopened)
      .map((place) => ({ leadID: leadIDOf(place.lead), place: cursorOfPlace(list.view, place) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1)),
  };
};
