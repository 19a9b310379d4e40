/**
 * How well what was typed fits a text: its letters stand in it in their order, better beside one another
 * and at the beginnings of words. Case and accents make no difference.
 */

export type Fit = {
  /** Higher is better. */
  readonly score: number;
  /** The places in the text of the letters that were found. */
  readonly letters: ReadonlySet<number>;
};

/** One plain letter for each of the text, so that places stay what they are. */
const plainLetters = (text: string): readonly string[] =>
  [...text].map((letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());

const worth = { letter: 1, beside: 6, ofWord: 8, first: 12 } as const;
/** What is strewn over the text was not meant: less than that for each letter is no fit. */
const leastForLetter = 4;

type Found = { readonly score: number; readonly at: readonly number[] };

const better = (one: Found | null, other: Found | null): Found | null =>
  one === null || (other !== null && other.score > one.score) ? other : one;

const worthAt = (text: readonly string[], place: number): number => {
  if (place === 0) return worth.letter + worth.first;
  const beginsWord = !/[\p{L}\p{N}]/u.test(text[place - 1] ?? '');
  return worth.letter + (beginsWord ? worth.ofWord : 0);
};

/** The best way to find a word's letters in a text. */
const findWord = (word: readonly string[], text: readonly string[]): Found | null => {
  /** For each place of the text the best way that ends there. */
  let ending: readonly (Found | null)[] = [];
  for (const [nth, letter] of word.entries()) {
    /** The best of those that end further left than beside the place. */
    let apart: Found | null = null;
    const next: (Found | null)[] = [];
    for (const [place, each] of text.entries()) {
      const last: Found | null = ending[place - 1] ?? null;
      const beside: Found | null = last && { ...last, score: last.score + worth.beside };
      const from: Found | null = nth === 0 ? { score: 0, at: [] } : better(beside, apart);
      next.push(
        each === letter && from !== null
          ? { score: from.score + worthAt(text, place), at: [...from.at, place] }
          : null,
      );
      apart = better(apart, last);
    }
    ending = next;
  }
  const best = ending.reduce(better, null);
  return best !== null && best.score >= word.length * leastForLetter ? best : null;
};

/** Null when a word of what was typed is not in the text. */
export const fitOf = (typed: string, text: string): Fit | null => {
  const letters = plainLetters(text);
  const words = typed.trim().split(/\s+/).filter(Boolean);
  const found = words.map((word) => findWord(plainLetters(word), letters));
  let score = -letters.length / 100;
  const at: number[] = [];
  for (const each of found) {
    if (each === null) return null;
    score += each.score;
    at.push(...each.at);
  }
  return { score, letters: new Set(at) };
};
