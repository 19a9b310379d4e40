/** Pages of a view or a search, and changed rows of a range. */
import type { LeadID, ListedLead, Match } from '../../../contract/records.ts';
import { rowsOf } from '../platform/store/ids.ts';
import { allSteps, type Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { leadRows } from './lead-rows.ts';
import {
  cursorOfPlace,
  isBetween,
  lengthsOf,
  placesAbove,
  placesBelow,
  placesFrom,
  placesOf,
  positionOf,
  type Lengths,
  type List,
  type ListPlace,
} from './list.ts';
import { findPlaces, findPlacesAmong } from './search-list.ts';
import { matchIn } from './search-match.ts';
import { planOf, type Plan } from './search-plan.ts';

/** Start of a page; the default is the top. */
export type PageStart =
  | { readonly position: number }
  | { readonly after: ListPlace }
  /** The page ends above that place. */
  | { readonly before: ListPlace };

export type ListQuestion = List & {
  /** The search as typed (contract/search-query.ts); empty for the whole list. */
  readonly query: string;
  readonly start: PageStart | null;
  /** Time of the computer's clock, for days in a search. */
  readonly now?: number;
  /** How far the computer's clock is ahead of the steady one (`aheadOf`). */
  readonly ahead?: number;
  readonly limit: number;
};

export type ListPage = {
  readonly leads: ListedLead[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
  /** Null for a search. */
  readonly total: number | null;
  /** Lengths of the parts in order; empty for a search or a view without parts. */
  readonly parts: Lengths['parts'];
};

/** The returned function returns whether the time is up. */
type StartTimer = () => () => boolean;

const toListedLeads = (
  store: Store,
  { view, ahead }: { readonly view: ListQuestion['view']; readonly ahead: number },
  places: readonly ListPlace[],
  matches: ReadonlyMap<number, Match> = new Map(),
): ListedLead[] => {
  const rows = leadRows(
    store,
    places.map(({ lead }) => lead),
    ahead,
  );
  return places.flatMap((place) => {
    const row = rows.get(place.lead);
    if (row === undefined) return [];
    const match = matches.get(place.lead);
    return { ...row, ...(match && { match }), place: cursorOfPlace(view, place) };
  });
};

/** Finds an excerpt for each place, until the time is up. */
function* findMatches(
  store: Store,
  plan: Plan,
  places: readonly ListPlace[],
  isTimeUp: () => boolean = () => false,
): Steps<{ readonly matched: readonly ListPlace[]; readonly matches: ReadonlyMap<number, Match> }> {
  const matches = new Map<number, Match>();
  for (const [index, { lead }] of places.entries()) {
    const match = yield* matchIn(store, lead, plan);
    if (match !== null) matches.set(lead, match);
    if (isTimeUp()) return { matched: places.slice(0, index + 1), matches };
  }
  return { matched: places, matches };
}

/** A search of everything has the order of all leads. */
const searchedList = ({ view, business, isEverywhere }: List): List =>
  isEverywhere === true ? { view: 'all', business, isEverywhere } : { view, business };

/** Reads a page; null when its start is invalid. A page of a search ends early when a timer is up. */
export function* findPage(
  store: Store,
  question: ListQuestion,
  startTimer: StartTimer = () => () => false,
): Steps<ListPage | null> {
  const { query, start, now = 0, ahead = 0, limit } = question;
  const plan = planOf(store, query, now);
  const list: List =
    plan === null ? { view: question.view, business: question.business } : searchedList(question);
  const { view } = list;
  if (plan !== null) {
    if (start !== null && !('after' in start)) return null;
    const after = start?.after ?? null;
    const { places, next } = yield* findPlaces(store, list, plan, after, limit, startTimer());
    const { matched, matches } = yield* findMatches(store, plan, places, startTimer());
    const end = matched.length < places.length ? (matched.at(-1) ?? null) : next;
    return {
      leads: toListedLeads(store, { view, ahead }, matched, matches),
      next: end === null ? null : cursorOfPlace(view, end),
      total: null,
      parts: [],
    };
  }
  const { total, parts } = lengthsOf(store, list);
  if (start !== null && 'before' in start) {
    const leads = toListedLeads(
      store,
      { view, ahead },
      placesAbove(store, list, start.before, limit),
    );
    return { leads, next: leads.at(-1)?.place ?? null, total, parts };
  }
  const places =
    start !== null && 'after' in start
      ? placesBelow(store, list, start.after, limit + 1)
      : placesFrom(store, list, start?.position ?? 0, limit + 1);
  const leads = toListedLeads(store, { view, ahead }, places.slice(0, limit));
  const next = places.length > limit ? (leads.at(-1)?.place ?? null) : null;
  return { leads, next, total, parts };
}

/** Runs `findPage` without pauses. */
export const listLeads = (store: Store, question: ListQuestion): ListPage | null =>
  allSteps(findPage(store, question));

export type PartQuestion = List & {
  readonly leadIDs: readonly LeadID[];
  /** As in a `ListQuestion`. */
  readonly query?: string;
  readonly now?: number;
  readonly ahead?: number;
  /** Inclusive; null means the ends of the list. */
  readonly from: ListPlace | null;
  readonly to: ListPlace | null;
  /** Last known position of `from`. */
  readonly position: number;
};

/**
 * Leads within a range of a view or a search, with the current position of the range. A search ends
 * when the time is up; leads that it did not reach count as hits.
 */
export function* leadsWithin(
  store: Store,
  question: PartQuestion,
  isTimeUp: () => boolean = () => false,
): Steps<{
  readonly leads: ListedLead[];
  readonly position: number;
  readonly total: number;
  readonly parts: Lengths['parts'];
}> {
  const { view, business, leadIDs, from, to, position, query = '', now = 0, ahead = 0 } = question;
  const leads = rowsOf(leadIDs);
  const plan = planOf(store, query, now);
  if (plan !== null) {
    const list = searchedList(question);
    const places = (yield* findPlacesAmong(store, list, plan, leads, isTimeUp)).filter((place) =>
      isBetween(list, place, from, to),
    );
    const { matches } = yield* findMatches(store, plan, places, isTimeUp);
    const found = toListedLeads(store, { view: list.view, ahead }, places, matches);
    return { leads: found, position: 0, total: 0, parts: [] };
  }
  const list: List = { view, business };
  const places = placesOf(store, list, leads).filter((place) => isBetween(list, place, from, to));
  return {
    leads: toListedLeads(store, { view, ahead }, places),
    position: from === null ? 0 : positionOf(store, list, from, position),
    ...lengthsOf(store, list),
  };
}
