/**
 * The leads that a search finds, page by page in the order of the list. What few leads have (rare words, a
 * tag, a phone number) is asked for first, and those leads are sorted here. Else the list is walked from
 * where the page begins, a part at a time, and the index of words is asked only for the months of that
 * part: a common word costs what is shown and not what there is. A page that would take long ends early
 * and says where it goes on.
 */
import type { Store } from '../platform/store/store.ts';
import { placesBelow, placesFrom, placesOf, type List, type ListPlace } from './list.ts';
import { entryOf, leadOfEntry } from './search.ts';
import type { Narrowing, Plan } from './search-plan.ts';
import { textsOf } from './search-texts.ts';
import { views } from './views.ts';

/** As many leads are looked up one by one rather than walked to. */
const few = 1_000;
/** How much of the list is walked at first; each further part is twice as long. */
const firstPart = 200;
/** As many rows are held against conditions for one page, and the texts of as many leads read. */
const mostRows = 3_000;
const mostRead = 60;

type Leads = ReadonlySet<number>;

const leadsWithWords = (store: Store, expression: string): Leads | null => {
  const found = store
    .prepare<[string, number], { lead: number }>(
      'search.few',
      `SELECT ${leadOfEntry} AS lead FROM lead_words WHERE lead_words MATCH ? LIMIT ?`,
    )
    .all(expression, few + 1);
  return found.length > few ? null : new Set(found.map(({ lead }) => lead));
};

/** The leads that have what is asked for; null when they are not few. */
const leadsOf = (store: Store, { leads, orWords }: Narrowing): Leads | null => {
  if (leads === null) return null;
  const found = store
    .prepare<(string | number)[], { lead: number }>('search.narrowed', leads.sql)
    .all(...leads.values, few + 1)
    .map(({ lead }) => lead);
  const worded = orWords === null ? new Set<number>() : leadsWithWords(store, orWords);
  return found.length > few || worded === null ? null : new Set([...found, ...worded]);
};

/** Where the leads stand in the index. */
const entriesOf = (store: Store, leads: readonly number[]): readonly number[] => {
  const rows = store
    .prepare<[string], { entry: number | null }>(
      'search.entries',
      `SELECT e.entry FROM json_each(?) j LEFT JOIN search_entries e ON e.lead = j.value
       ORDER BY j.key`,
    )
    .all(JSON.stringify(leads));
  return rows.map(({ entry }) => entry ?? -1);
};

/** Those of the places whose leads the expression finds, by their index. */
const foundAmong = (
  store: Store,
  { view }: List,
  expression: string,
  places: readonly ListPlace[],
): ReadonlySet<number> => {
  const isByActivity = views[view].order.by === 'activity_at';
  const entries = isByActivity
    ? places.map(({ at, lead }) => entryOf(lead, at))
    : entriesOf(
        store,
        places.map(({ lead }) => lead),
      );
  let [first, last] = [Infinity, -Infinity];
  for (const entry of entries) {
    first = Math.min(first, entry);
    last = Math.max(last, entry);
  }
  const found = store
    .prepare<[string, string, number, number], { place: number }>(
      'search.among',
      `SELECT key AS place FROM json_each(?) WHERE value IN (
         SELECT rowid FROM lead_words WHERE lead_words MATCH ? AND rowid BETWEEN ? AND ?)`,
    )
    .all(JSON.stringify(entries), expression, first, last);
  return new Set(found.map(({ place }) => place));
};

/** What is left to be held against each lead, once those that are few have been asked for. */
type Rest = Plan & {
  readonly list: List;
  /** All of them few; a lead must be in each. */
  readonly among: readonly Leads[];
  readonly conditions: readonly Narrowing[];
};

const restOf = (store: Store, list: List, plan: Plan): Rest => {
  const worded = plan.words === null ? null : leadsWithWords(store, plan.words);
  const narrowed = plan.narrowings.map((each) => ({ each, leads: leadsOf(store, each) }));
  return {
    ...plan,
    list,
    words: worded === null ? plan.words : null,
    among: [worded, ...narrowed.map(({ leads }) => leads)].filter((leads) => leads !== null),
    conditions: narrowed.flatMap(({ each, leads }) => (leads === null ? each : [])),
  };
};

const asksRows = ({ conditions, exclusions, isCustomer }: Rest): boolean =>
  conditions.length + exclusions.length > 0 || isCustomer !== null;

/** Those of the places whose rows meet what is asked of rows. */
const keepRows = (store: Store, rest: Rest, places: readonly ListPlace[]): readonly ListPlace[] => {
  const { conditions, exclusions, isCustomer } = rest;
  if (!asksRows(rest) || places.length === 0) return places;
  const wanted = conditions.map(({ condition }) => condition);
  const sql = [
    ...wanted.map((each) => ` AND (${each.sql})`),
    ...exclusions.map((each) => ` AND (${each.sql}) IS NOT TRUE`),
  ].join('');
  const rows = store
    .prepare<(string | number)[], { place: number; name: string }>(
      'search.rows',
      `SELECT j.key AS place, l.customer_name AS name FROM json_each(?) j
       CROSS JOIN inbox i ON i.lead = j.value CROSS JOIN leads l ON l.lead = i.lead
       WHERE TRUE${sql}`,
    )
    .all(
      JSON.stringify(places.map(({ lead }) => lead)),
      ...[...wanted, ...exclusions].flatMap(({ values }) => values),
    );
  const kept = new Set(
    rows.filter(({ name }) => isCustomer?.(name) !== false).map(({ place }) => place),
  );
  return places.filter((_, index) => kept.has(index));
};

/** Those of the places that are found, as far as it can be told without a look at texts. */
const keep = (store: Store, rest: Rest, places: readonly ListPlace[]): readonly ListPlace[] => {
  const { words, withoutWords, among, list } = rest;
  let kept = places.filter(({ lead }) => among.every((leads) => leads.has(lead)));
  if (words !== null && kept.length > 0) {
    const found = foundAmong(store, list, words, kept);
    kept = kept.filter((_, index) => found.has(index));
  }
  if (withoutWords !== null && kept.length > 0) {
    const found = foundAmong(store, list, withoutWords, kept);
    kept = kept.filter((_, index) => !found.has(index));
  }
  return keepRows(store, rest, kept);
};

type Page = { readonly places: readonly ListPlace[]; readonly next: ListPlace | null };

const nobody: Page = { places: [], next: null };

/** The list from a place on: all of it, or those few that can be found. */
const walkOf = (
  store: Store,
  { list, among }: Rest,
): ((after: ListPlace | null, size: number) => readonly ListPlace[]) => {
  const smallest = [...among].sort((one, other) => one.size - other.size)[0];
  if (smallest === undefined)
    return (after, size) =>
      after === null ? placesFrom(store, list, 0, size) : placesBelow(store, list, after, size);
  const sign = views[list.view].order.direction === 'DESC' ? -1 : 1;
  const inOrder = (one: ListPlace, other: ListPlace): number =>
    sign * (one.at - other.at || one.lead - other.lead);
  const sorted = placesOf(store, list, [...smallest]).toSorted(inOrder);
  return (after, size) => {
    const start = after === null ? 0 : sorted.findIndex((place) => inOrder(place, after) > 0);
    return start < 0 ? [] : sorted.slice(start, start + size);
  };
};

/**
 * The next places of a search, and where it goes on (null at its end): fewer than `limit` where more
 * would take long.
 */
export const placesFound = (
  store: Store,
  list: List,
  plan: Plan,
  after: ListPlace | null,
  limit: number,
): Page => {
  if (plan.isHopeless) return nobody;
  const rest = restOf(store, list, plan);
  const walk = walkOf(store, rest);
  const isByActivity = views[list.view].order.by === 'activity_at';
  const found: ListPlace[] = [];
  let [rows, read] = [0, 0];
  let from = after;
  for (let size = firstPart; found.length <= limit; size = Math.min(size * 2, mostRows)) {
    const part = walk(from, size);
    for (const place of keep(store, rest, part)) {
      if (found.length > limit) break;
      if (rest.holds !== null) {
        if (read === mostRead) return { places: found, next: from };
        read += 1;
        if (!rest.holds(textsOf(store, place.lead))) {
          from = place;
          continue;
        }
      }
      found.push(place);
      from = place;
    }
    if (found.length > limit) break;
    const last = part.at(-1);
    if (part.length < size || last === undefined) return { places: found, next: null };
    from = last;
    if (isByActivity && last.at < plan.since) return { places: found, next: null };
    // Full text that is to be left out is read for each month that is walked, and costs as three rows.
    rows += rest.withoutWords === null ? part.length : 3 * part.length;
    if ((asksRows(rest) || rest.withoutWords !== null) && rows >= mostRows)
      return { places: found, next: from };
  }
  const places = found.slice(0, limit);
  return { places, next: places.at(-1) ?? null };
};

/** Where those of some leads stand that a search finds. */
export const placesFoundAmong = (
  store: Store,
  list: List,
  plan: Plan,
  leads: readonly number[],
): readonly ListPlace[] => {
  if (plan.isHopeless) return [];
  const rest = restOf(store, list, plan);
  const { holds } = rest;
  const places = keep(store, rest, placesOf(store, list, leads));
  return holds === null ? places : places.filter(({ lead }) => holds(textsOf(store, lead)));
};
