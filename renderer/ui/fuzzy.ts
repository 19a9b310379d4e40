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

const scores = { letter: 1, beside: 6, ofWord: 8, first: 12 } as const;
/** The minimum average score of a letter: lower ones are chance matches. */
const leastForLetter = 4;

type Match = { readonly score: number; readonly at: readonly number[] };

const better = (one: Match | null, other: Match | null): Match | null =>
  one === null || (other !== null && other.score > one.score) ? other : one;

const scoreAt = (text: readonly string[], index: number): number => {
  if (index === 0) return scores.letter + scores.first;
  const beginsWord = !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');
  return scores.letter + (beginsWord ? scores.ofWord : 0);
};

/** The best match of a word in a text, by dynamic programming. */
const findWord = (word: readonly string[], text: readonly string[]): Match | null => {
  /** The best match that ends at each position of the text. */
  let ending: readonly (Match | null)[] = [];
  for (const [nth, letter] of word.entries()) {
    /** The best match that ends before the previous position. */
    let bestEarlier: Match | null = null;
    const next: (Match | null)[] = [];
    for (const [index, each] of text.entries()) {
      const last: Match | null = ending[index - 1] ?? null;
      const beside: Match | null = last && { ...last, score: last.score + scores.beside };
      const from: Match | null = nth === 0 ? { score: 0, at: [] } : better(beside, bestEarlier);
      next.push(
        each === letter && from !== null
          ? { score: from.score + scoreAt(text, index), at: [...from.at, index] }
          : null,
      );
      bestEarlier = better(bestEarlier, last);
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
