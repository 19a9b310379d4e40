/**
 * Finds the leads of a search page by page, in steps. Conditions that few leads meet come first; otherwise the list is
 * scanned in chunks, and full text is queried only for the months of a chunk, so that a common word costs only what is
 * shown. A page whose time is up ends early with a cursor.
 */
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import { listPlacesBelow, listPlacesOf, type List, type ListPlace } from './list.ts';
import { toEntry, leadOfEntry } from './search.ts';
import type { Narrowing, Plan } from './search-plan.ts';
import { readTexts } from './search-texts.ts';
import { views } from './views.ts';

/** The most leads that are looked up directly instead of scanning the list. */
const maxDirectLeads = 1_000;
/** Length of the first chunk; each next one is twice as long, up to `maxRows`. */
const firstChunkLength = 100;
const maxRows = 3_000;
/** Rows that are tested without a pause. */
const rowsAtOnce = 250;

type Leads = ReadonlySet<number>;

const findLeadsWithWords = (store: Store, expression: string): Leads | null => {
  const found = store
    .prepare<[string, number], { lead: number }>(
      `SELECT ${leadOfEntry} AS lead FROM lead_words WHERE lead_words MATCH ? LIMIT ?`,
    )
    .all(expression, maxDirectLeads + 1);
  return found.length > maxDirectLeads ? null : new Set(found.map(({ lead }) => lead));
};

/** Matching leads; null when there are too many or no index finds them. */
const findNarrowedLeads = (store: Store, { leads, orWords }: Narrowing): Leads | null => {
  if (leads === null) return null;
  const found = store
    .prepare<(string | number)[], { lead: number }>(leads.sql)
    .all(...leads.values, maxDirectLeads + 1)
    .map(({ lead }) => lead);
  const withWords = orWords === null ? new Set<number>() : findLeadsWithWords(store, orWords);
  return found.length > maxDirectLeads || withWords === null
    ? null
    : new Set([...found, ...withWords]);
};

const listEntries = (store: Store, leads: readonly number[]): readonly number[] => {
  const rows = store
    .prepare<[string], { entry: number | null }>(
      `SELECT e.entry FROM json_each(?) j LEFT JOIN search_entries e ON e.lead = j.value
       ORDER BY j.key`,
    )
    .all(JSON.stringify(leads));
  return rows.map(({ entry }) => entry ?? -1);
};

/** Indexes of the places that match the full-text expression. */
const findMatching = (
  store: Store,
  { view }: List,
  expression: string,
  places: readonly ListPlace[],
): ReadonlySet<number> => {
  const isByActivity = views[view].order.by === 'activity_at';
  const entries = isByActivity
    ? places.map(({ at, lead }) => toEntry(lead, at))
    : listEntries(
        store,
        places.map(({ lead }) => lead),
      );
  let [first, last] = [Infinity, -Infinity];
  for (const entry of entries) {
    first = Math.min(first, entry);
    last = Math.max(last, entry);
  }
  // JavaScript's numbers reach SQLite as reals, and full text ignores limits that are not integers. The plus keeps
  // SQLite from a query of full text for each entry.
  const row = store
    .prepare<[string, number, number, string], { found: string }>(
      `SELECT json_group_array(rowid) AS found FROM lead_words WHERE lead_words MATCH ?
         AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
         AND +rowid IN (SELECT value FROM json_each(?))`,
    )
    .get(expression, first, last, JSON.stringify(entries));
  const found = new Set(JSON.parse(row?.found ?? '[]') as readonly number[]);
  return new Set(entries.flatMap((entry, index) => (found.has(entry) ? index : [])));
};

/** Conditions that remain after the selective ones. */
type Rest = Plan & {
  readonly list: List;
  /** Small sets of leads; a lead must be in each. */
  readonly among: readonly Leads[];
  readonly conditions: readonly Narrowing[];
};

function* computeRest(store: Store, list: List, plan: Plan): Steps<Rest> {
  const withWords = plan.words === null ? null : findLeadsWithWords(store, plan.words);
  yield;
  const narrowed: { readonly each: Narrowing; readonly leads: Leads | null }[] = [];
  for (const each of plan.narrowings) {
    narrowed.push({ each, leads: findNarrowedLeads(store, each) });
    yield;
  }
  return {
    ...plan,
    list,
    words: withWords === null ? plan.words : null,
    among: [withWords, ...narrowed.map(({ leads }) => leads)].filter((leads) => leads !== null),
    conditions: narrowed.flatMap(({ each, leads }) => (leads === null ? each : [])),
  };
}

const hasRowConditions = ({ conditions, exclusions, isCustomer }: Rest): boolean =>
  conditions.length + exclusions.length > 0 || isCustomer !== null;

const filterRows = (
  store: Store,
  rest: Rest,
  places: readonly ListPlace[],
): readonly ListPlace[] => {
  const { list, conditions, exclusions, isCustomer } = rest;
  const wanted = conditions.map(({ condition: { sql, values }, orWords }) => {
    if (orWords === null) return { sql, values };
    const withWords = [...findMatching(store, list, orWords, places)];
    const either = `${sql} OR j.key IN (SELECT value FROM json_each(?))`;
    return { sql: either, values: [...values, JSON.stringify(withWords)] };
  });
  const sql = [
    ...wanted.map((each) => ` AND (${each.sql})`),
    ...exclusions.map((each) => ` AND (${each.sql}) IS NOT TRUE`),
  ].join('');
  const rows = store
    .prepare<(string | number)[], { place: number; name: string }>(
      `SELECT j.key AS place, l.customer_name AS name FROM json_each(?) j
       CROSS JOIN inbox i ON i.lead = j.value CROSS JOIN leads l ON l.lead = i.lead
       WHERE TRUE${sql}`,
    )
    .all(
      JSON.stringify(places.map(({ lead }) => lead)),
      ...[...wanted, ...exclusions].flatMap(({ values }) => values),
    );
  const remaining = new Set(
    rows.filter(({ name }) => isCustomer?.(name) !== false).map(({ place }) => place),
  );
  return places.filter((_, index) => remaining.has(index));
};

/** Places that meet all conditions except those on texts. */
function* filterPlaces(
  store: Store,
  rest: Rest,
  places: readonly ListPlace[],
): Steps<readonly ListPlace[]> {
  const { words, withoutWords, among, list } = rest;
  let remaining = places.filter(({ lead }) => among.every((leads) => leads.has(lead)));
  if (words !== null && remaining.length > 0) {
    const found = findMatching(store, list, words, remaining);
    remaining = remaining.filter((_, index) => found.has(index));
    yield;
  }
  if (withoutWords !== null && remaining.length > 0) {
    const found = findMatching(store, list, withoutWords, remaining);
    remaining = remaining.filter((_, index) => !found.has(index));
    yield;
  }
  if (!hasRowConditions(rest)) return remaining;
  const all: ListPlace[] = [];
  for (let from = 0; from < remaining.length; from += rowsAtOnce) {
    all.push(...filterRows(store, rest, remaining.slice(from, from + rowsAtOnce)));
    yield;
  }
  return all;
}

type Page = { readonly places: readonly ListPlace[]; readonly next: ListPlace | null };

const emptyPage: Page = { places: [], next: null };

/** Returns a reader of the next places to test, in the whole list or among few candidates. */
const createWalk = (
  store: Store,
  { list, among }: Rest,
): ((after: ListPlace | null, size: number) => readonly ListPlace[]) => {
  const smallest = [...among].sort((one, other) => one.size - other.size)[0];
  if (smallest === undefined) return (after, size) => listPlacesBelow(store, list, after, size);
  const sign = views[list.view].order.direction === 'DESC' ? -1 : 1;
  const inOrder = (one: ListPlace, other: ListPlace): number =>
    sign * (one.at - other.at || one.lead - other.lead);
  const sorted = listPlacesOf(store, list, [...smallest]).toSorted(inOrder);
  return (after, size) => {
    const start = after === null ? 0 : sorted.findIndex((place) => inOrder(place, after) > 0);
    return start < 0 ? [] : sorted.slice(start, start + size);
  };
};

/** Finds the next places of a search and the one to continue after; fewer when the time is up. */
export function* findPlaces(
  store: Store,
  list: List,
  plan: Plan,
  after: ListPlace | null,
  limit: number,
  isTimeUp: () => boolean,
): Steps<Page> {
  if (plan.isHopeless) return emptyPage;
  const rest = yield* computeRest(store, list, plan);
  const walk = createWalk(store, rest);
  const isByActivity = views[list.view].order.by === 'activity_at';
  const found: ListPlace[] = [];
  let from = after;
  for (let size = firstChunkLength; found.length <= limit; size = Math.min(size * 2, maxRows)) {
    const chunk = walk(from, size);
    yield;
    for (const place of yield* filterPlaces(store, rest, chunk)) {
      if (found.length > limit) break;
      if (rest.testTexts === null || (yield* rest.testTexts(readTexts(store, place.lead))))
        found.push(place);
      from = place;
      if (rest.testTexts !== null && found.length <= limit && isTimeUp())
        return { places: found, next: from };
    }
    if (found.length > limit) break;
    const last = chunk.at(-1);
    if (chunk.length < size || last === undefined) return { places: found, next: null };
    from = last;
    if (isByActivity && last.at < plan.since) return { places: found, next: null };
    if (isTimeUp()) return { places: found, next: from };
  }
  const places = found.slice(0, limit);
  return { places, next: places.at(-1) ?? null };
}

/** Finds the places of those `leads` that match, or whose texts were not read in time. */
export function* findPlacesAmong(
  store: Store,
  list: List,
  plan: Plan,
  leads: readonly number[],
  isTimeUp: () => boolean = () => false,
): Steps<readonly ListPlace[]> {
  if (plan.isHopeless) return [];
  const rest = yield* computeRest(store, list, plan);
  const places = yield* filterPlaces(store, rest, listPlacesOf(store, list, leads));
  const { testTexts } = rest;
  if (testTexts === null) return places;
  const found: ListPlace[] = [];
  for (const place of places)
    if (isTimeUp() || (yield* testTexts(readTexts(store, place.lead)))) found.push(place);
  return found;
}
