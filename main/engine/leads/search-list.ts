/**
 * The leads of a view in which words are found, page by page in the order of the view. Words that few
 * leads have are answered from the index of words, sorted here. For others the view is walked from
 * where the page begins, a part at a time, and the index is asked only for the months of that part: a
 * common word costs what is shown and not what there is.
 */
import type { Store } from '../platform/store/store.ts';
import { placesBelow, placesFrom, placesOf, type List, type ListPlace } from './list.ts';
import { entryOf, leadOfEntry } from './search.ts';
import { views } from './views.ts';
import type { Wanted } from './words.ts';

/** As many leads are looked up one by one rather than walked to. */
const few = 1_000;
/** How much of the view is walked at first; each further part is twice as long. */
const firstPart = 200;
/** Prefixes up to this length have an index; a longer one stands for the words that begin so. */
const longestIndexed = 4;
const mostBeginnings = 50;

/** The words of the index that begin so, found from one to the next; null when there are too many. */
const beginningWith = (store: Store, prefix: string): readonly string[] | null => {
  const next = store.prepare<[string], { term: string }>(
    'search.nextTerm',
    'SELECT term FROM lead_vocabulary WHERE term >= ? LIMIT 1',
  );
  const terms: string[] = [];
  for (let from = prefix; ;) {
    const term = next.get(from)?.term;
    if (term === undefined || !term.startsWith(prefix)) return terms;
    if (terms.length === mostBeginnings) return null;
    terms.push(term);
    from = `${term}\u0001`;
  }
};

/** What a person typed as an expression of full text; null when no word of the index begins so. */
const expressionOf = (store: Store, wanted: readonly Wanted[]): string | null => {
  const parts: string[] = [];
  for (const { word, isPrefix } of wanted) {
    const terms =
      isPrefix && [...word].length > longestIndexed ? beginningWith(store, word) : undefined;
    if (terms?.length === 0) return null;
    if (terms) parts.push(`(${terms.map((term) => `"${term}"`).join(' OR ')})`);
    else parts.push(isPrefix ? `"${word}"*` : `"${word}"`);
  }
  return parts.join(' AND ');
};

/** The leads that the expression finds; null when they are not few. */
const fewFound = (store: Store, expression: string): readonly number[] | null => {
  const found = store
    .prepare<[string, number], { lead: number }>(
      'search.few',
      `SELECT ${leadOfEntry} AS lead FROM lead_words WHERE lead_words MATCH ? LIMIT ?`,
    )
    .all(expression, few + 1);
  return found.length > few ? null : found.map(({ lead }) => lead);
};

/** Those of the places whose leads the expression finds. */
const foundAmong = (
  store: Store,
  { view }: List,
  expression: string,
  places: readonly ListPlace[],
): readonly ListPlace[] => {
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
  return found.flatMap(({ place }) => places[place] ?? []);
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

type Page = { readonly places: readonly ListPlace[]; readonly next: ListPlace | null };

const pageOf = (found: readonly ListPlace[], limit: number): Page => {
  const places = found.slice(0, limit);
  return { places, next: found.length > limit ? (places.at(-1) ?? null) : null };
};

/**
 * The next places of a search, and where it goes on (null at its end).
 *
 * @param wanted what must be found, all of it (words.ts); at least one
 */
export const placesFound = (
  store: Store,
  list: List,
  wanted: readonly Wanted[],
  after: ListPlace | null,
  limit: number,
): Page => {
  const expression = expressionOf(store, wanted);
  if (expression === null) return { places: [], next: null };
  const sign = views[list.view].order.direction === 'DESC' ? -1 : 1;
  const byPlace = (one: ListPlace, other: ListPlace): number =>
    sign * (one.at - other.at || one.lead - other.lead);
  const leads = fewFound(store, expression);
  if (leads !== null) {
    const places = placesOf(store, list, leads).toSorted(byPlace);
    return pageOf(
      after === null ? places : places.filter((place) => byPlace(place, after) > 0),
      limit,
    );
  }
  const found: ListPlace[] = [];
  let from = after;
  for (let size = firstPart; found.length <= limit; size *= 2) {
    const part =
      from === null ? placesFrom(store, list, 0, size) : placesBelow(store, list, from, size);
    if (part.length > 0) found.push(...foundAmong(store, list, expression, part));
    if (part.length < size) break;
    from = part.at(-1) ?? null;
  }
  return pageOf(found, limit);
};
