/**
 * What counts as a word when people search: the same for what is searched and for what is typed. No
 * case, no accents. Scripts without spaces between words are taken as single characters and as pairs,
 * so that any part of a sentence is found.
 */

const runs = /[\p{L}\p{M}\p{N}\p{Co}]+/gu;
const accents = /[\u0300-\u036f]/g;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
// eslint-disable-next-line no-control-regex -- the plain texts, which are most, are spared the rest
const plain = /^[\x00-\x7f]*$/;

/** In one form, whatever keyboard wrote it. Lower case first: it can make an accent of its own. */
const folded = (text: string): string =>
  plain.test(text)
    ? text.toLowerCase()
    : text.toLowerCase().normalize('NFD').replaceAll(accents, '').normalize('NFC').toLowerCase();

const pairsOf = (run: string): readonly string[] => {
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

export type Wanted = {
  readonly word: string;
  /** Any word that begins so. */
  readonly isPrefix: boolean;
};

const mostWords = 12;

/**
 * What a lead must have, all of it, for what a person typed; the last word can be the beginning of one.
 * Words beyond the twelfth are not looked at. Empty when there is no letter or digit in it.
 */
export const wantedWords = (query: string): readonly Wanted[] => {
  const typed = (folded(query).match(runs) ?? []).slice(0, mostWords);
  return typed.flatMap((run, index) => {
    const parts = run.split(
      /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/u,
    );
    const isLast = index === typed.length - 1;
    return parts.flatMap((part, at): readonly Wanted[] => {
      if (part === '') return [];
      if (at % 2 === 0) return [{ word: part, isPrefix: isLast && at === parts.length - 1 }];
      const pairs = pairsOf(part);
      return (pairs.length > 0 ? pairs : [part]).map((word) => ({ word, isPrefix: false }));
    });
  });
};
