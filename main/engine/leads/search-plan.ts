/** Plans a search: full-text expression, conditions on rows, conditions on texts. */
import { parseDay, parseQuery, type Term } from '../../../contract/search-query.ts';
import {
  findTerms,
  hasTerms,
  buildTerms,
  type SearchTerms,
  type PhoneTerm,
} from '../../../contract/search-words.ts';
import {
  toSequence,
  splitIntoSequences,
  toIndexEntries,
  type Sequence,
  type IndexEntry,
} from '../../../contract/words.ts';
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import {
  createFilter,
  matchesName,
  isProfessional,
  createPhoneFilter,
  written,
  type Condition,
  type Filter,
} from './search-filters.ts';
import type { LeadText } from './search-texts.ts';

/** A filter; a lead whose words match `orWords` meets it too. */
export type Narrowing = Filter & { readonly orWords: string | null };

export type Plan = {
  /** Full-text expression; null without words. */
  readonly words: string | null;
  /** Full-text expression to exclude. */
  readonly withoutWords: string | null;
  /** No entry has the words, so nothing is found. */
  readonly isHopeless: boolean;
  readonly narrowings: readonly Narrowing[];
  readonly exclusions: readonly Condition[];
  /** Tests the customer's name. */
  readonly isCustomer: ((name: string) => boolean) | null;
  /** Tests a lead's texts; null when no condition needs them. */
  readonly testTexts: ((texts: Iterable<LeadText>) => Steps<boolean>) | null;
  /** Words to highlight in hits. */
  readonly sought: SearchTerms;
  /** True if a text may contain the words, by its author and time. */
  readonly isMeantText: (text: LeadText) => boolean;
  /** UTC milliseconds; the last activity of no hit is earlier. */
  readonly since: number;
};

/** Longest indexed prefix; a longer one is replaced by the words that begin with it. */
const maxIndexedLength = 4;
const maxBeginnings = 50;

/** The indexed words with a prefix; null when there are too many. */
const findIndexedWords = (store: Store, prefix: string): readonly string[] | null => {
  const next = store.prepare<[string], { term: string }>(
    'SELECT term FROM lead_vocabulary WHERE term >= ? LIMIT 1',
  );
  const terms: string[] = [];
  for (let from = prefix; ;) {
    const term = next.get(from)?.term;
    if (term === undefined || !term.startsWith(prefix)) return terms;
    if (terms.length === maxBeginnings) return null;
    terms.push(term);
    from = `${term}\u0001`;
  }
};

/** Full-text expression for all words; null when no entry can match. */
const buildExpression = (store: Store, wanted: readonly IndexEntry[]): string | null => {
  const parts: string[] = [];
  for (const { word, isPrefix } of wanted) {
    const terms =
      isPrefix && [...word].length > maxIndexedLength ? findIndexedWords(store, word) : undefined;
    if (terms?.length === 0) return null;
    if (terms) parts.push(`(${terms.map((term) => `"${term}"`).join(' OR ')})`);
    else parts.push(isPrefix ? `"${word}"*` : `"${word}"`);
  }
  return parts.join(' AND ');
};

/** Expression for a phone number: in one word, as typed, or in the usual groups. */
const buildPhoneExpression = ({ digits, words }: PhoneTerm): string => {
  const usual =
    digits.length === 10
      ? [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
      : digits.length === 7
        ? [digits.slice(0, 3), digits.slice(3)]
        : [];
  const spelled = [words, usual]
    .filter((parts) => parts.length > 1)
    .map((parts) => `(${parts.map((part) => `"${part}"`).join(' AND ')}*)`);
  return [`"${digits}"*`, `"1${digits}"*`, ...spelled].join(' OR ');
};

const createAuthorAndTimeTest =
  (terms: readonly Term[], now: number) =>
  (text: LeadText): boolean =>
    terms.every((term) => {
      if (term.kind !== 'filter' || term.isNegated) return true;
      if (term.operator === 'from' && isProfessional(term.value)) return text.side === 'business';
      const day = parseDay(term.value, now) ?? 0;
      if (term.operator === 'after') return text.at === null || text.at >= day;
      return term.operator !== 'before' || text.at === null || text.at < day;
    });

const isLimitOnTexts = (term: Term): boolean =>
  term.kind === 'filter' &&
  !term.isNegated &&
  (term.operator === 'before' ||
    term.operator === 'after' ||
    (term.operator === 'from' && isProfessional(term.value)));

const listUnwanted = (terms: readonly Term[]): readonly Sequence[] =>
  terms.flatMap((term) => {
    const isPlainNegation = term.isNegated && (term.kind === 'word' || term.kind === 'phrase');
    return isPlainNegation ? (toSequence(term.text, false) ?? []) : [];
  });

const isPhrase = ({ words }: Sequence): boolean => words.length > 1;

/** Null for an empty query. */
export const planSearch = (store: Store, query: string, now: number): Plan | null => {
  const terms = parseQuery(query);
  const sought = buildTerms(terms);
  const unwanted = listUnwanted(terms);
  const filters = terms.flatMap((term) => (term.kind === 'filter' ? term : []));
  if (!hasTerms(sought) && unwanted.length + filters.length === 0) return null;

  const names = filters.filter((each) => each.operator === 'from' && !isProfessional(each.value));
  const wanted = [
    ...sought.sequences.flatMap(toIndexEntries),
    ...names
      .filter(({ isNegated }) => !isNegated)
      .flatMap(({ value }) => splitIntoSequences(value, false))
      .flatMap(toIndexEntries)
      .map((each) => ({ ...each, isPrefix: true })),
  ];
  const words = buildExpression(store, wanted);
  const unwantedWords = unwanted.filter((sequence) => !isPhrase(sequence));
  const narrowings: Narrowing[] = [];
  const exclusions: Condition[] = [];
  for (const { operator, value, isNegated } of filters) {
    if (operator === 'from' && !isProfessional(value)) continue;
    const filter = operator === 'from' ? written : createFilter(store, operator, value, now);
    if (isNegated) exclusions.push(filter.condition);
    else narrowings.push({ ...filter, orWords: null });
  }
  for (const phone of sought.phones)
    narrowings.push({ ...createPhoneFilter(phone.digits), orWords: buildPhoneExpression(phone) });

  const isMeantText = createAuthorAndTimeTest(terms, now);
  const isLimited = terms.some(isLimitOnTexts);
  const inTexts = sought.sequences.filter((sequence) => isLimited || isPhrase(sequence));
  const unwantedPhrases = unwanted.filter(isPhrase);
  return {
    words: words === '' ? null : words,
    withoutWords:
      unwantedWords.length === 0
        ? null
        : unwantedWords
            .flatMap(toIndexEntries)
            .map(({ word }) => `"${word}"`)
            .join(' OR '),
    isHopeless: words === null,
    narrowings,
    exclusions,
    isCustomer:
      names.length === 0
        ? null
        : (name) => names.every(({ value, isNegated }) => matchesName(value)(name) !== isNegated),
    testTexts:
      inTexts.length + unwantedPhrases.length === 0
        ? null
        : function* (texts) {
            const missing = new Set(inTexts);
            for (const each of texts) {
              yield;
              const wanted = isMeantText(each) ? [...missing] : [];
              const sequences = [...wanted, ...unwantedPhrases];
              if (sequences.length === 0) continue;
              const found = yield* findTerms(each.text, { sequences, phones: [] });
              if (unwantedPhrases.some((phrase) => found.has(phrase))) return false;
              for (const one of wanted) if (found.has(one)) missing.delete(one);
              if (missing.size + unwantedPhrases.length === 0) return true;
            }
            return missing.size === 0;
          },
    sought,
    isMeantText,
    since: Math.max(
      0,
      ...filters
        .filter(({ operator, isNegated }) => operator === 'after' && !isNegated)
        .map(({ value }) => parseDay(value, now) ?? 0),
    ),
  };
};
