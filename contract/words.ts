/**
 * Splits texts and queries into words for the search, ignoring case, accents, Arabic vowel marks and Hebrew points.
 * Scripts without spaces become single characters and pairs, so that any part of a sentence is found. The search
 * index depends on it.
 */

const runs = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
/** Includes the Arabic letter extender. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]/g;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
// eslint-disable-next-line no-control-regex -- most texts are plain and take the fast path
const plain = /^[\x00-\x7f]*$/;

/** Normalizes a text. Lower case comes first, because it can produce an accent. */
export const foldText = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text.toLowerCase().normalize('NFD').replaceAll(accents, '').normalize('NFC').toLowerCase();

export const listPairs = (run: string): readonly string[] => {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
};

/** Returns the words of a text as the search index has them. */
export const listIndexWords = (text: string): ReadonlySet<string> => {
  if (plain.test(text)) return new Set(text.toLowerCase().match(/[a-z0-9]+/g));
  const words = new Set<string>();
  for (const run of foldText(text).match(runs) ?? []) {
    const rest = run.replaceAll(unspaced, (part) => {
      for (const character of part) words.add(character);
      for (const pair of listPairs(part)) words.add(pair);
      return ' ';
    });
    for (const word of rest.split(' ')) if (word !== '') words.add(word);
  }
  return words;
};

export type Token = {
  readonly word: string;
  /** Position in the text. */
  readonly from: number;
  readonly to: number;
};

/** Splits a text into its words, in order; in scripts without spaces each character is one. */
export const tokenize = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  const add = (part: string, from: number): void => {
    const word = foldText(part);
    // A lone accent folds to nothing, which would match every word.
    if (word !== '') tokens.push({ word, from, to: from + part.length });
  };
  for (const { 0: run, index } of text.matchAll(runs)) {
    let at = 0;
    for (const { 0: part, index: start } of run.matchAll(unspaced)) {
      add(run.slice(at, start), index + at);
      let from = start;
      for (const character of part) {
        add(character, index + from);
        from += character.length;
      }
      at = start + part.length;
    }
    add(run.slice(at), index + at);
  }
  return tokens;
};

const isUnspaced = (word: string): boolean => word.search(unspaced) === 0;

/** Words that must be adjacent. */
export type Sequence = {
  readonly words: readonly string[];
  /** The last word may be incomplete. */
  readonly isPrefix: boolean;
};

/** Returns the words of a text as one sequence; null if it has none. */
export const toSequence = (text: string, isPrefix: boolean): Sequence | null => {
  const words = tokenize(text).map(({ word }) => word);
  const last = words.at(-1);
  return last === undefined ? null : { words, isPrefix: isPrefix && !isUnspaced(last) };
};

/** Makes each word a sequence; adjacent characters of scripts without spaces stay together. */
export const splitIntoSequences = (text: string, isPrefix: boolean): readonly Sequence[] => {
  const sequences: { words: string[]; end: number }[] = [];
  for (const { word, from, to } of tokenize(text)) {
    const before = sequences.at(-1);
    const follows = before !== undefined && before.end === from;
    if (follows && isUnspaced(word) && isUnspaced(before.words.at(-1) ?? '')) {
      before.words.push(word);
      before.end = to;
    } else sequences.push({ words: [word], end: to });
  }
  return sequences.map(({ words }, index) => ({
    words,
    isPrefix: isPrefix && index === sequences.length - 1 && !isUnspaced(words.at(-1) ?? ''),
  }));
};

export type IndexEntry = {
  readonly word: string;
  /** Matches any word that starts like this. */
  readonly isPrefix: boolean;
};

/** Returns the index entries of a sequence: scripts without spaces are indexed as pairs. */
export const toIndexEntries = ({ words, isPrefix }: Sequence): readonly IndexEntry[] =>
  words.flatMap((word, index): readonly IndexEntry[] => {
    if (!isUnspaced(word)) return [{ word, isPrefix: isPrefix && index === words.length - 1 }];
    const next = words[index + 1];
    if (next !== undefined && isUnspaced(next))
      return [{ word: `${word}${next}`, isPrefix: false }];
    const before = words[index - 1];
    return before !== undefined && isUnspaced(before) ? [] : [{ word, isPrefix: false }];
  });
