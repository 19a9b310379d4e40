/** Resolves a selection: named leads, a range of a list, or all leads that a view had at a time. */
import type { LeadID } from '../../../contract/records.ts';
import { maxSelected } from '../../../contract/limits.ts';
import type { ViewName } from '../../../contract/views.ts';
import { toRows } from '../platform/store/ids.ts';
import { runAllSteps, type Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { parseBusinessKey } from './businesses.ts';
import {
  countAsOf,
  isBetween,
  readLengths,
  listPlacesBelow,
  listPlacesOf,
  type List,
  type ListPlace,
} from './list.ts';
import { findPlaces, findPlacesAmong } from './search-list.ts';
import { planSearch, type Plan } from './search-plan.ts';

/** All leads that a view had at the time `asOf`, with exceptions, and some later ones. */
export type AllOf = {
  readonly asOf: number;
  readonly except: readonly LeadID[];
  readonly also?: readonly LeadID[] | undefined;
};

/** A question as a list, and the plan of its search. */
export type ResolvedQuestion = { readonly list: List; readonly plan: Plan | null };

/** A list in the terms of the contract. */
export type Question = {
  readonly view: ViewName;
  readonly business?: string | null | undefined;
  readonly query?: string | undefined;
  readonly everywhere?: boolean | undefined;
};

/** @param now time of the computer's clock, for days in a search */
export const resolveQuestion = (
  store: Store,
  now: number,
  { view, business, query = '', everywhere }: Question,
): ResolvedQuestion => {
  const place = parseBusinessKey(business);
  const plan = planSearch(store, query, now);
  return plan !== null && everywhere === true
    ? { list: { view: 'all', business: place, isEverywhere: true }, plan }
    : { list: { view, business: place }, plan };
};

const pageSize = 500;

function* readPage(
  store: Store,
  { list, plan }: ResolvedQuestion,
  after: ListPlace | null,
  limit: number,
  isTimeUp: () => boolean = () => false,
): Steps<{ readonly places: readonly ListPlace[]; readonly next: ListPlace | null }> {
  if (plan !== null) return yield* findPlaces(store, list, plan, after, limit, isTimeUp);
  const places = listPlacesBelow(store, list, after, limit);
  return { places, next: places.length < limit ? null : (places.at(-1) ?? null) };
}

/** Finds the leads between two places of a list, inclusive, until the time is up or a selection is full. */
export function* findBetween(
  store: Store,
  question: ResolvedQuestion,
  { from, to }: { readonly from: ListPlace | null; readonly to: ListPlace | null },
  isTimeUp: () => boolean,
): Steps<{ readonly leads: readonly number[]; readonly isWhole: boolean }> {
  const { list } = question;
  const leads: number[] = [];
  if (from !== null) leads.push(...listPlacesOf(store, list, [from.lead]).map(({ lead }) => lead));
  let after = from;
  let isAtEnd = false;
  while (!isAtEnd && leads.length <= maxSelected && !isTimeUp()) {
    const { places, next } = yield* readPage(store, question, after, pageSize, isTimeUp);
    const within = places.filter((place) => isBetween(list, place, null, to));
    leads.push(...within.map(({ lead }) => lead));
    isAtEnd = next === null || within.length < places.length;
    after = next;
    yield;
  }
  return { leads: leads.slice(0, maxSelected), isWhole: isAtEnd && leads.length <= maxSelected };
}

/** Finds the leads that are in a list or search, and those whose texts were not read in time. */
export function* findIn(
  store: Store,
  { list, plan }: ResolvedQuestion,
  leads: readonly number[],
  isTimeUp: () => boolean,
): Steps<number[]> {
  const found: number[] = [];
  for (let read = 0; read < leads.length; read += pageSize) {
    const page = leads.slice(read, read + pageSize);
    const places =
      plan === null
        ? listPlacesOf(store, list, page)
        : yield* findPlacesAmong(store, list, plan, page, isTimeUp);
    found.push(...places.map(({ lead }) => lead));
    yield;
  }
  return found;
}

/** Returns a time that separates the present leads from later ones. */
export const readCutoff = (store: Store, now: number): number => {
  const readLatest = (archived: 0 | 1): number =>
    store
      .prepare<[], { at: number | null }>(
        `SELECT max(i.activity_at) AS at FROM inbox i WHERE i.archived = ${archived}`,
      )
      .get()?.at ?? 0;
  return Math.max(now, readLatest(0), readLatest(1));
};

/** Leads whose last activity is not after `asOf`, in the same order. */
const filterActiveUpTo = (
  store: Store,
  leads: readonly number[],
  asOf: number,
): readonly number[] => {
  const found = new Set(
    store
      .prepare<[string, number], { lead: number }>(
        `SELECT i.lead FROM inbox i
         WHERE i.lead IN (SELECT value FROM json_each(?)) AND i.activity_at <= ?`,
      )
      .all(JSON.stringify(leads), asOf)
      .map(({ lead }) => lead),
  );
  return leads.filter((lead) => found.has(lead));
};

const toRowSet = (leadIDs: readonly LeadID[] = []): ReadonlySet<number> => new Set(toRows(leadIDs));

/** The next leads of a selection of a whole list, after a place; `next` is null at the end. */
export const readNextOfAll = (
  store: Store,
  list: List,
  all: AllOf,
  after: ListPlace | null,
  limit: number,
): { readonly leads: readonly number[]; readonly next: ListPlace | null } => {
  const { places, next } = runAllSteps(readPage(store, { list, plan: null }, after, limit));
  const [except, also] = [toRowSet(all.except), toRowSet(all.also)];
  const leads = places.map(({ lead }) => lead).filter((lead) => !except.has(lead));
  const inTime = new Set(filterActiveUpTo(store, leads, all.asOf));
  return { leads: leads.filter((lead) => inTime.has(lead) || also.has(lead)), next };
};

/** Counts the leads of a selection of a whole list. */
export const countAllOf = (store: Store, list: List, all: AllOf): number => {
  const inList = (leads: Iterable<number>): readonly number[] =>
    listPlacesOf(store, list, [...leads]).map(({ lead }) => lead);
  const inTime = (leads: readonly number[]): number =>
    filterActiveUpTo(store, leads, all.asOf).length;
  const except = toRowSet(all.except);
  const also = inList([...toRowSet(all.also)].filter((lead) => !except.has(lead)));
  const late = also.length - inTime(also);
  return countAsOf(store, list, all.asOf) - inTime(inList(except)) + late;
};

export const countView = (store: Store, list: List): number => readLengths(store, list).total;
