/**
 * Fuzzy matching: the typed letters appear in the text in order, with a better score next to each other
 * and at the beginnings of words. Case and accents are ignored.
 */

export type Fit = {
  /** Higher is better. */
  readonly score: number;
  /** Positions of the matched letters. */
  readonly letters: ReadonlySet<number>;
};

/** One plain letter for each letter of the text, so that positions stay the same. */
const plainLetters = (text: string): readonly string[] =>
  [...text].map((letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());

const worth = { letter: 1, beside: 6, ofWord: 8, first: 12 } as const;
/** The least average score of a letter; less is a chance match. */
const leastForLetter = 4;

type Found = { readonly score: number; readonly at: readonly number[] };

const better = (one: Found | null, other: Found | null): Found | null =>
  one === null || (other !== null && other.score > one.score) ? other : one;

const worthAt = (text: readonly string[], place: number): number => {
  if (place === 0) return worth.letter + worth.first;
  const beginsWord = !/[\p{L}\p{N}]/u.test(text[place - 1] ?? '');
  return worth.letter + (beginsWord ? worth.ofWord : 0);
};

/** The best match of a word in a text, by dynamic programming. */
const findWord = (word: readonly string[], text: readonly string[]): Found | null => {
  /** The best match that ends at each position of the text. */
  let ending: readonly (Found | null)[] = [];
  for (const [nth, letter] of word.entries()) {
    /** The best match that ends before the previous position. */
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

/** Null if the text lacks a typed word. */
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
