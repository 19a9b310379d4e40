/** Pages of a view or a search, and changed rows of a range. */
import type { CommandOutput } from '../../../contract/commands.ts';
import type { LeadID, ListedLead, Match } from '../../../contract/records.ts';
import { toRows } from '../platform/store/ids.ts';
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { readLeadRows } from './lead-rows.ts';
import {
  encodePlace,
  isBetween,
  readLengths,
  listPlacesAbove,
  listPlacesBelow,
  listPlacesFrom,
  listPlacesOf,
  findPosition,
  type List,
  type ListPlace,
} from './list.ts';
import { findPlaces, findPlacesAmong } from './search-list.ts';
import { findMatch } from './search-match.ts';
import type { Plan } from './search-plan.ts';
import type { ResolvedQuestion } from './selection.ts';

/** Start of a page; the default is the top. */
export type PageStart =
  | { readonly position: number }
  | { readonly after: ListPlace }
  /** The page ends above that place. */
  | { readonly before: ListPlace };

export type ListPage = CommandOutput<'leads.list'>;

const toListedLeads = (
  store: Store,
  view: List['view'],
  ahead: number,
  places: readonly ListPlace[],
  matches: ReadonlyMap<number, Match> = new Map(),
): ListedLead[] => {
  const rows = readLeadRows(
    store,
    places.map(({ lead }) => lead),
    ahead,
  );
  return places.flatMap((place) => {
    const row = rows.get(place.lead);
    if (row === undefined) return [];
    const match = matches.get(place.lead);
    return { ...row, ...(match && { match }), place: encodePlace(view, place) };
  });
};

/** Finds an excerpt for each place, until the time is up. */
function* findMatches(
  store: Store,
  plan: Plan,
  places: readonly ListPlace[],
  isTimeUp: () => boolean,
): Steps<{ readonly matched: readonly ListPlace[]; readonly matches: ReadonlyMap<number, Match> }> {
  const matches = new Map<number, Match>();
  for (const [index, { lead }] of places.entries()) {
    const match = yield* findMatch(store, lead, plan);
    if (match !== null) matches.set(lead, match);
    if (isTimeUp()) return { matched: places.slice(0, index + 1), matches };
  }
  return { matched: places, matches };
}

/**
 * Reads a page; null when its start is invalid. A page of a search ends early when a timer is up.
 * @param ahead how far the computer's clock is ahead of the steady one (`computeClockOffset`)
 * @param startTimer returns a function that is true once the time is up
 */
export function* findPage(
  store: Store,
  { list, plan }: ResolvedQuestion,
  page: { readonly start: PageStart | null; readonly limit: number; readonly ahead?: number },
  startTimer: () => () => boolean = () => () => false,
): Steps<ListPage | null> {
  const { start, limit, ahead = 0 } = page;
  const { view } = list;
  if (plan !== null) {
    if (start !== null && !('after' in start)) return null;
    const after = start?.after ?? null;
    const { places, next } = yield* findPlaces(store, list, plan, after, limit, startTimer());
    const { matched, matches } = yield* findMatches(store, plan, places, startTimer());
    const end = matched.length < places.length ? (matched.at(-1) ?? null) : next;
    return {
      leads: toListedLeads(store, view, ahead, matched, matches),
      next: end === null ? null : encodePlace(view, end),
      total: null,
      parts: [],
    };
  }
  const { total, parts } = readLengths(store, list);
  if (start !== null && 'before' in start) {
    const places = listPlacesAbove(store, list, start.before, limit);
    const leads = toListedLeads(store, view, ahead, places);
    return { leads, next: leads.at(-1)?.place ?? null, total, parts };
  }
  const places =
    start !== null && 'after' in start
      ? listPlacesBelow(store, list, start.after, limit + 1)
      : listPlacesFrom(store, list, start?.position ?? 0, limit + 1);
  const leads = toListedLeads(store, view, ahead, places.slice(0, limit));
  const next = places.length > limit ? (leads.at(-1)?.place ?? null) : null;
  return { leads, next, total, parts };
}

/** Leads within a range, and its current position. Leads that a search did not reach in time count as hits. */
export function* findLeadsWithin(
  store: Store,
  { list, plan }: ResolvedQuestion,
  range: {
    readonly leadIDs: readonly LeadID[];
    /** Inclusive; null means the ends of the list. */
    readonly from: ListPlace | null;
    readonly to: ListPlace | null;
    /** Last known position of `from`. */
    readonly position: number;
    /** As in `findPage`. */
    readonly ahead?: number;
  },
  isTimeUp: () => boolean = () => false,
): Steps<CommandOutput<'leads.within'>> {
  const { leadIDs, from, to, position, ahead = 0 } = range;
  const leads = toRows(leadIDs);
  const isInRange = (place: ListPlace): boolean => isBetween(list, place, from, to);
  if (plan !== null) {
    const hits = yield* findPlacesAmong(store, list, plan, leads, isTimeUp);
    const places = hits.filter(isInRange);
    const { matches } = yield* findMatches(store, plan, places, isTimeUp);
    const found = toListedLeads(store, list.view, ahead, places, matches);
    return { leads: found, position: 0, total: 0, parts: [] };
  }
  const places = listPlacesOf(store, list, leads).filter(isInRange);
  return {
    leads: toListedLeads(store, list.view, ahead, places),
    position: from === null ? 0 : findPosition(store, list, from, position),
    ...readLengths(store, list),
  };
}
