/** Search terms and their positions: the engine finds leads by them, the window highlights them. */
import { maxQueryLength } from './limits.ts';
import { parseQuery, type Term } from './search-query.ts';
import {
  foldText,
  toSequence,
  splitIntoSequences,
  tokenize,
  type Sequence,
  type Token,
} from './words.ts';

/** Further words are ignored. */
const maxSequences = 12;

export type SearchTerms = {
  readonly sequences: readonly Sequence[];
  /** Phone numbers in any notation. */
  readonly phones: readonly PhoneTerm[];
};

export type PhoneTerm = {
  readonly digits: string;
  /** The number as typed, split into words. */
  readonly words: readonly string[];
};

export type Span = readonly [from: number, to: number];

/** Not within a word: `SN20241234567` is a code. */
const phone = /(?<![\p{L}\p{M}\p{N}])\+?\(?\d[\d\s().-]{5,}\d(?![\p{L}\p{M}\p{N}])/gu;
/** The limit of E.164. */
const maxDigits = 15;
const minDigits = 7;

/** The digits of a number without the country code 1: `+1 (512) 555-0100` is 5125550100, and `+1 512` is 512. */
export const toDigits = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^\D*\+/.test(text) ? /^1(?=\d)/ : /^1(?=\d{10}$)/, '');

const extractPhones = (
  text: string,
): { readonly phones: readonly PhoneTerm[]; readonly rest: string } => {
  const phones: PhoneTerm[] = [];
  const rest = text.replaceAll(phone, (found) => {
    const digits = toDigits(found);
    if (digits.length < minDigits || digits.length > maxDigits) return found;
    phones.push({ digits, words: tokenize(found).map(({ word }) => word) });
    return ' ';
  });
  return { phones, rest };
};

const isOperator = ({ kind }: Term): boolean => kind !== 'word' && kind !== 'phrase';

/** Builds the search terms of a parsed query; its last word may be incomplete. */
export const buildTerms = (query: readonly Term[]): SearchTerms => {
  const sequences: Sequence[] = [];
  const phones: PhoneTerm[] = [];
  let plain: string[] = [];
  /** Parses adjacent words together, because a phone number can have spaces. */
  const parsePlain = (isLast: boolean): void => {
    const found = extractPhones(plain.join(' '));
    phones.push(...found.phones);
    sequences.push(...splitIntoSequences(found.rest, isLast && /\S$/.test(found.rest)));
    plain = [];
  };
  query.forEach((term, index) => {
    if (term.kind === 'word' && !term.isNegated) {
      plain.push(term.text);
      return;
    }
    parsePlain(false);
    if (term.isNegated || isOperator(term)) return;
    const isLast = index === query.length - 1;
    const phrase = term.kind === 'phrase' ? toSequence(term.text, isLast && !term.isClosed) : null;
    if (phrase !== null) sequences.push(phrase);
  });
  parsePlain(true);
  return { sequences: sequences.slice(0, maxSequences), phones };
};

export const parseTerms = (query: string): SearchTerms => buildTerms(parseQuery(query));

/** True if a query has a word, phrase or phone number to find. */
export const hasTerms = ({ sequences, phones }: SearchTerms): boolean =>
  sequences.length + phones.length > 0;

const matchesWord = (token: Token | undefined, word: string, isPrefix: boolean): boolean =>
  token !== undefined && (isPrefix ? token.word.startsWith(word) : token.word === word);

/** Finds a sequence at a token; null if it is not there. */
const findSpanAt = (
  tokens: readonly Token[],
  at: number,
  { words, isPrefix }: Sequence,
): Span | null => {
  const end = at + words.length - 1;
  const isThere = words.every((word, index) =>
    matchesWord(tokens[at + index], word, isPrefix && at + index === end),
  );
  const [first, last] = [tokens[at], tokens[end]];
  if (!isThere || first === undefined || last === undefined) return null;
  const typed = words.at(-1)?.length ?? 0;
  // Highlights only the typed part of a longer word, if folding kept its length.
  const isPart = isPrefix && last.word.length === last.to - last.from;
  return [first.from, isPart ? last.from + typed : last.to];
};

const findPhoneSpans = (text: string, wanted: string): readonly Span[] =>
  [...text.matchAll(phone)]
    .filter(([found]) => toDigits(found).includes(wanted))
    .map(({ 0: found, index }) => [index, index + found.length] as const);

const mergeOverlapping = (spans: readonly Span[]): readonly Span[] => {
  const all: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1);
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
};

/** Fast check that excludes most texts. */
const mayHave = (text: string, { words }: Sequence): boolean =>
  words.every((word) => text.includes(word));

/** Finds all terms in a text; the spans are in order and do not overlap. */
export const findSpans = (text: string, { sequences, phones }: SearchTerms): readonly Span[] => {
  const plain = foldText(text);
  const possible = sequences.filter((sequence) => mayHave(plain, sequence));
  const spans: Span[] = phones.flatMap(({ digits }) => findPhoneSpans(text, digits));
  if (possible.length > 0) {
    const tokens = tokenize(text);
    for (let at = 0; at < tokens.length; at += 1) {
      for (const sequence of possible) {
        const span = findSpanAt(tokens, at, sequence);
        if (span !== null) spans.push(span);
      }
    }
  }
  return mergeOverlapping(spans);
};

/** Characters searched without a pause. */
const pieceLength = 16_384;
/** Characters that two pieces share, so that each term is whole in one of them. */
const overlap = 2 * maxQueryLength;
/** Number of characters at the end of a piece in which a word boundary is searched. */
const maxWordLength = 200;

type Piece = { readonly text: string; readonly from: number };

const findWordEndBefore = (text: string, at: number): number => {
  const found = text.slice(at - maxWordLength, at).search(/\s\S*$/);
  return found < 0 ? at : at - maxWordLength + found;
};

/** Splits a text at word ends into pieces that overlap, so that no match is cut. */
export function* splitIntoPieces(text: string): Generator<Piece> {
  for (let from = 0; ;) {
    const isLast = from + pieceLength >= text.length;
    const end = isLast ? text.length : findWordEndBefore(text, from + pieceLength);
    yield { text: text.slice(from, end), from };
    if (isLast) return;
    from = findWordEndBefore(text, end - overlap);
  }
}

export type SearchTerm = Sequence | PhoneTerm;

const findInPiece = (
  text: string,
  sequences: readonly Sequence[],
  phones: readonly PhoneTerm[],
): readonly SearchTerm[] => {
  const plain = foldText(text);
  const possible = sequences.filter((sequence) => mayHave(plain, sequence));
  const tokens = possible.length === 0 ? [] : tokenize(text);
  return [
    ...possible.filter((sequence) =>
      tokens.some((_, at) => findSpanAt(tokens, at, sequence) !== null),
    ),
    ...phones.filter(({ digits }) => findPhoneSpans(text, digits).length > 0),
  ];
};

/** Searches a text for all terms, yields after each piece, and returns the found terms. */
export function* findTerms(
  text: string,
  { sequences, phones }: SearchTerms,
): Generator<undefined, ReadonlySet<SearchTerm>> {
  const found = new Set<SearchTerm>();
  for (const piece of splitIntoPieces(text)) {
    const filterMissing = <T extends SearchTerm>(items: readonly T[]): readonly T[] =>
      items.filter((item) => !found.has(item));
    for (const item of findInPiece(piece.text, filterMissing(sequences), filterMissing(phones)))
      found.add(item);
    if (found.size === sequences.length + phones.length) break;
    yield;
  }
  return found;
}
