/**
 * The words that a search looks for, and their positions in a text: the engine finds leads by them, the
 * window highlights them. Excluded words are not part of it. A text can have megabytes, so the engine reads
 * it in pieces and can pause between two of them.
 */
import { longestQuery } from './limits.ts';
import { parseQuery, type Term } from './search-query.ts';
import { folded, sequenceOf, sequencesOf, tokensOf, type Sequence, type Token } from './words.ts';

/** More words than that are not looked at. */
const mostSequences = 12;

export type Sought = {
  readonly sequences: readonly Sequence[];
  /** Phone numbers, in whatever way they are written. */
  readonly phones: readonly SoughtPhone[];
};

export type SoughtPhone = {
  readonly digits: string;
  /** As they were typed, in parts. */
  readonly words: readonly string[];
};

/** From where to where something stands in a text. */
export type Span = readonly [from: number, to: number];

/** Never a part of a word: `SN20241234567` is a code. */
const phone = /(?<![\p{L}\p{M}\p{N}])\+?\(?\d[\d\s().-]{5,}\d(?![\p{L}\p{M}\p{N}])/gu;
/** Longer ones are no phone numbers (E.164). */
const mostDigits = 15;
const leastDigits = 7;

/** The digits of a number, without the country's where it is ours: `+1 (512) 555-0100` is 5125550100. */
export const digitsOf = (text: string): string =>
  text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

const phonesAmong = (
  text: string,
): { readonly phones: readonly SoughtPhone[]; readonly rest: string } => {
  const phones: SoughtPhone[] = [];
  const rest = text.replaceAll(phone, (found) => {
    const digits = digitsOf(found);
    if (digits.length < leastDigits || digits.length > mostDigits) return found;
    phones.push({ digits, words: tokensOf(found).map(({ word }) => word) });
    return ' ';
  });
  return { phones, rest };
};

const isDone = ({ kind }: Term): boolean => kind !== 'word' && kind !== 'phrase';

/** What is to be found of the words of a query; the last word can be the beginning of one. */
export const soughtIn = (query: readonly Term[]): Sought => {
  const sequences: Sequence[] = [];
  const phones: SoughtPhone[] = [];
  let plain: string[] = [];
  /** Words that stand beside each other: a phone number can go over several. */
  const take = (isLast: boolean): void => {
    const found = phonesAmong(plain.join(' '));
    phones.push(...found.phones);
    sequences.push(...sequencesOf(found.rest, isLast && /\S$/.test(found.rest)));
    plain = [];
  };
  query.forEach((term, index) => {
    if (term.kind === 'word' && !term.isNegated) {
      plain.push(term.text);
      return;
    }
    take(false);
    if (term.isNegated || isDone(term)) return;
    const isLast = index === query.length - 1;
    const phrase = term.kind === 'phrase' ? sequenceOf(term.text, isLast && !term.isClosed) : null;
    if (phrase !== null) sequences.push(phrase);
  });
  take(true);
  return { sequences: sequences.slice(0, mostSequences), phones };
};

/** The same of what was typed. */
export const soughtFor = (query: string): Sought => soughtIn(parseQuery(query));

/** Whether there is anything to be marked. */
export const looksForWords = ({ sequences, phones }: Sought): boolean =>
  sequences.length + phones.length > 0;

const wordFits = (token: Token | undefined, word: string, isPrefix: boolean): boolean =>
  token !== undefined && (isPrefix ? token.word.startsWith(word) : token.word === word);

/** Where a sequence begins that is at that token; null when it is not there. */
const spanAt = (
  tokens: readonly Token[],
  at: number,
  { words, isPrefix }: Sequence,
): Span | null => {
  const end = at + words.length - 1;
  const isThere = words.every((word, index) =>
    wordFits(tokens[at + index], word, isPrefix && at + index === end),
  );
  const [first, last] = [tokens[at], tokens[end]];
  if (!isThere || first === undefined || last === undefined) return null;
  const typed = words.at(-1)?.length ?? 0;
  // Of a word that goes on, what was typed is marked, where one letter is one letter.
  const isPart = isPrefix && last.word.length === last.to - last.from;
  return [first.from, isPart ? last.from + typed : last.to];
};

const phoneSpans = (text: string, wanted: string): readonly Span[] =>
  [...text.matchAll(phone)]
    .filter(([found]) => digitsOf(found).includes(wanted))
    .map(({ 0: found, index }) => [index, index + found.length] as const);

const joined = (spans: readonly Span[]): readonly Span[] => {
  const all: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1);
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
};

/** A quick look that spares most texts the slow one. */
const mayHave = (text: string, { words }: Sequence): boolean =>
  words.every((word) => text.includes(word));

/** Where what is sought stands in a text, each place once, in their order. */
export const spansIn = (text: string, { sequences, phones }: Sought): readonly Span[] => {
  const plain = folded(text);
  const possible = sequences.filter((sequence) => mayHave(plain, sequence));
  const spans: Span[] = phones.flatMap(({ digits }) => phoneSpans(text, digits));
  if (possible.length > 0) {
    const tokens = tokensOf(text);
    for (let at = 0; at < tokens.length; at += 1) {
      for (const sequence of possible) {
        const span = spanAt(tokens, at, sequence);
        if (span !== null) spans.push(span);
      }
    }
  }
  return joined(spans);
};

/** Characters of a text that are read without a pause. */
const pieceLength = 16_384;
/** Two pieces have so many characters in common, so that whatever is sought is whole in one of them. */
const overlap = 2 * longestQuery;
/** A piece ends between two words if one ends within so many characters. */
const longestWord = 200;

type Piece = { readonly text: string; readonly from: number };

const wordEndBefore = (text: string, at: number): number => {
  const found = text.slice(at - longestWord, at).search(/\s\S*$/);
  return found < 0 ? at : at - longestWord + found;
};

/** The pieces of a text, in order; a short text is one piece. */
export function* piecesOf(text: string): Generator<Piece> {
  for (let from = 0; ;) {
    const isLast = from + pieceLength >= text.length;
    const end = isLast ? text.length : wordEndBefore(text, from + pieceLength);
    yield { text: text.slice(from, end), from };
    if (isLast) return;
    from = wordEndBefore(text, end - overlap);
  }
}

/** Something that is sought. */
export type SoughtItem = Sequence | SoughtPhone;

const foundInPiece = (
  text: string,
  sequences: readonly Sequence[],
  phones: readonly SoughtPhone[],
): readonly SoughtItem[] => {
  const plain = folded(text);
  const possible = sequences.filter((sequence) => mayHave(plain, sequence));
  const tokens = possible.length === 0 ? [] : tokensOf(text);
  return [
    ...possible.filter((sequence) => tokens.some((_, at) => spanAt(tokens, at, sequence) !== null)),
    ...phones.filter(({ digits }) => phoneSpans(text, digits).length > 0),
  ];
};

/** Looks for all of what is sought in a text; pauses (yields) after each piece, and returns what it has. */
export function* findIn(
  text: string,
  { sequences, phones }: Sought,
): Generator<undefined, ReadonlySet<SoughtItem>> {
  const found = new Set<SoughtItem>();
  for (const piece of piecesOf(text)) {
    const missing = <T extends SoughtItem>(items: readonly T[]): readonly T[] =>
      items.filter((item) => !found.has(item));
    for (const item of foundInPiece(piece.text, missing(sequences), missing(phones)))
      found.add(item);
    if (found.size === sequences.length + phones.length) break;
    yield;
  }
  return found;
}
