/**
 * What counts as a word when people search: the same for what is searched and for what is typed. No
 * case, no accents, no Arabic vowel marks or Hebrew points. Scripts without spaces between words are taken as single characters and as pairs,
 * so that any part of a sentence is found. The engine indexes them, the window marks them in a text.
 */

const runs = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
/** Also what Arabic letters are drawn out by. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]/g;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
// eslint-disable-next-line no-control-regex -- the plain texts, which are most, are spared the rest
const plain = /^[\x00-\x7f]*$/;

/** In one form, whatever keyboard wrote it. Lower case first: it can make an accent of its own. */
export const folded = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text.toLowerCase().normalize('NFD').replaceAll(accents, '').normalize('NFC').toLowerCase();

export const pairsOf = (run: string): readonly string[] => {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
};

/** The words of a text, each once. */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const words = new Set<string>();
  for (const run of folded(text).match(runs) ?? []) {
    const rest = run.replaceAll(unspaced, (part) => {
      for (const character of part) words.add(character);
      for (const pair of pairsOf(part)) words.add(pair);
      return ' ';
    });
    for (const word of rest.split(' ')) if (word !== '') words.add(word);
  }
  return words;
};

export type Token = {
  readonly word: string;
  /** Where it stands in the text. */
  readonly from: number;
  readonly to: number;
};

/** The words of a text one after the other, where they stand; each character is one where none are spaced. */
export const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  const put = (part: string, from: number): void => {
    const word = folded(part);
    // An accent that stands alone is no word, and every word begins with nothing.
    if (word !== '') tokens.push({ word, from, to: from + part.length });
  };
  for (const { 0: run, index } of text.matchAll(runs)) {
    let at = 0;
    for (const { 0: part, index: start } of run.matchAll(unspaced)) {
      put(run.slice(at, start), index + at);
      let from = start;
      for (const character of part) {
        put(character, index + from);
        from += character.length;
      }
      at = start + part.length;
    }
    put(run.slice(at), index + at);
  }
  return tokens;
};

const isUnspaced = (word: string): boolean => word.search(unspaced) === 0;

/** Words that must stand next to each other in one text. */
export type Sequence = {
  readonly words: readonly string[];
  /** Its last word can go on. */
  readonly isPrefix: boolean;
};

/** The words of a text as one sequence; null when it has none. */
export const sequenceOf = (text: string, isPrefix: boolean): Sequence | null => {
  const words = tokensOf(text).map(({ word }) => word);
  const last = words.at(-1);
  return last === undefined ? null : { words, isPrefix: isPrefix && !isUnspaced(last) };
};

/** Each word of a text by itself; what is written without spaces stays together. */
export const sequencesOf = (text: string, isPrefix: boolean): readonly Sequence[] => {
  const sequences: { words: string[]; end: number }[] = [];
  for (const { word, from, to } of tokensOf(text)) {
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

export type Wanted = {
  readonly word: string;
  /** Any word that begins so. */
  readonly isPrefix: boolean;
};

/** What the index must have of a sequence: characters without spaces are there in pairs. */
export const wantedOf = ({ words, isPrefix }: Sequence): readonly Wanted[] =>
  words.flatMap((word, index): readonly Wanted[] => {
    if (!isUnspaced(word)) return [{ word, isPrefix: isPrefix && index === words.length - 1 }];
    const next = words[index + 1];
    if (next !== undefined && isUnspaced(next))
      return [{ word: `${word}${next}`, isPrefix: false }];
    const before = words[index - 1];
    return before !== undefined && isUnspaced(before) ? [] : [{ word, isPrefix: false }];
  });
