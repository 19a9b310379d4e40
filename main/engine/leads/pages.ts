/** Rows of a list as the window asks for them: a page of a view or of a search, and what changed in a part. */
import type { LeadID, ListedLead, Match } from '../../../contract/records.ts';
import { rowOf } from '../platform/store/ids.ts';
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
import { placesFound, placesFoundAmong } from './search-list.ts';
import { matchIn } from './search-match.ts';
import { planOf, type Plan } from './search-plan.ts';

/** Where a page begins; at the top, where nothing says otherwise. */
export type PageStart =
  | { readonly position: number }
  | { readonly after: ListPlace }
  /** The page ends just above that place. */
  | { readonly before: ListPlace };

export type ListQuestion = List & {
  /** What a person typed (contract/search-query.ts); the whole list where it asks for nothing. */
  readonly query: string;
  readonly start: PageStart | null;
  /** What the computer's clock shows, for the days that a search names. */
  readonly now?: number;
  /** How far the computer's clock is ahead of the steady one (`aheadOf`). */
  readonly ahead?: number;
  readonly limit: number;
};

export type ListPage = {
  readonly leads: ListedLead[];
  /** The place after which the list goes on; null at its end. */
  readonly next: string | null;
  /** How many leads the list has; null for a search. */
  readonly total: number | null;
  /** How many of them each part has, in its order; none where it has no parts, and in a search. */
  readonly parts: Lengths['parts'];
};

/** Begins to measure the time for a part of a search; the returned function says whether it is up. */
type StartTimer = () => () => boolean;

const listed = (
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
    return {
      ...row,
      ...(match !== undefined && { match }),
      place: cursorOfPlace(view, place),
    };
  });
};

/** The hits of these places with their excerpts: of all, or of the first ones until the time is up. */
function* matchesOf(
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

/** The list that is searched: a search of everything has the order of all leads. */
const searched = ({ view, business, isEverywhere }: List): List =>
  isEverywhere === true ? { view: 'all', business, isEverywhere } : { view, business };

/**
 * A page of a view or, where something is asked for, of what is found; null when no such page can be. A page
 * of a search ends early when one of its two timers is up: for finding leads, and for their excerpts.
 */
export function* findPage(
  store: Store,
  {
    view: viewAsked,
    business,
    isEverywhere,
    query,
    start,
    now = 0,
    ahead = 0,
    limit,
  }: ListQuestion,
  startTimer: StartTimer = () => () => false,
): Steps<ListPage | null> {
  const plan = planOf(store, query, now);
  const list: List =
    plan === null
      ? { view: viewAsked, business }
      : searched({ view: viewAsked, business, isEverywhere: isEverywhere === true });
  const { view } = list;
  if (plan !== null) {
    if (start !== null && !('after' in start)) return null;
    const after = start?.after ?? null;
    const { places, next } = yield* placesFound(store, list, plan, after, limit, startTimer());
    const { matched, matches } = yield* matchesOf(store, plan, places, startTimer());
    const end = matched.length < places.length ? (matched.at(-1) ?? null) : next;
    return {
      leads: listed(store, { view, ahead }, matched, matches),
      next: end === null ? null : cursorOfPlace(view, end),
      total: null,
      parts: [],
    };
  }
  const { total, parts } = lengthsOf(store, list);
  if (start !== null && 'before' in start) {
    const leads = listed(store, { view, ahead }, placesAbove(store, list, start.before, limit));
    return { leads, next: leads.at(-1)?.place ?? null, total, parts };
  }
  const places =
    start !== null && 'after' in start
      ? placesBelow(store, list, start.after, limit + 1)
      : placesFrom(store, list, start?.position ?? 0, limit + 1);
  const leads = listed(store, { view, ahead }, places.slice(0, limit));
  const next = places.length > limit ? (leads.at(-1)?.place ?? null) : null;
  return { leads, next, total, parts };
}

/** The same at once and whole, for processes that nobody waits for. */
export const listLeads = (store: Store, question: ListQuestion): ListPage | null =>
  allSteps(findPage(store, question));

export type PartQuestion = List & {
  readonly leadIDs: readonly LeadID[];
  /** These as in a `ListQuestion`. */
  readonly query?: string;
  readonly now?: number;
  readonly ahead?: number;
  /** Both are part of it; null stands for the top and the end of the list. */
  readonly from: ListPlace | null;
  readonly to: ListPlace | null;
  /** The position that `from` had, as far as is known. */
  readonly position: number;
};

/** Those of some leads that stand in a part of a view or a search, and where that part of a view begins now. */
export function* leadsWithin(
  store: Store,
  question: PartQuestion,
): Steps<{
  readonly leads: ListedLead[];
  readonly position: number;
  readonly total: number;
  readonly parts: Lengths['parts'];
}> {
  const { view, business, leadIDs, from, to, position, query = '', now = 0, ahead = 0 } = question;
  const leads = leadIDs.map(rowOf).filter((lead) => lead !== null);
  const plan = planOf(store, query, now);
  if (plan !== null) {
    const list = searched(question);
    const places = (yield* placesFoundAmong(store, list, plan, leads)).filter((place) =>
      isBetween(list, place, from, to),
    );
    const { matches } = yield* matchesOf(store, plan, places);
    const found = listed(store, { view: list.view, ahead }, places, matches);
    return { leads: found, position: 0, total: 0, parts: [] };
  }
  const list: List = { view, business };
  const places = placesOf(store, list, leads).filter((place) => isBetween(list, place, from, to));
  return {
    leads: listed(store, { view, ahead }, places),
    position: from === null ? 0 : positionOf(store, list, from, position),
    ...lengthsOf(store, list),
  };
}
