/**
 * Fuzzy matching: the typed letters appear in the text in order. They score higher when adjacent or at the
 * start of a word. Case and accents are ignored.
 */

export type Fit = {
  /** Higher is better. */
  readonly score: number;
  /** Positions of the matched letters, in code points. */
  readonly letters: ReadonlySet<number>;
};

/** Returns one plain letter for each letter of the text, so that positions stay the same. */
const toPlainLetters = (text: string): readonly string[] =>
  [...text].map((letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase());

const scores = { letter: 1, adjacent: 6, wordStart: 8, textStart: 12 } as const;
/** Matches with a lower average per letter are chance. */
const minAverage = 4;

type Match = { readonly score: number; readonly at: readonly number[] };

const pickBetter = (one: Match | null, other: Match | null): Match | null =>
  one === null || (other !== null && other.score > one.score) ? other : one;

const scoreAt = (text: readonly string[], index: number): number => {
  if (index === 0) return scores.letter + scores.textStart;
  const beginsWord = !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');
  return scores.letter + (beginsWord ? scores.wordStart : 0);
};

/** Finds the best match of a word in a text, by dynamic programming. */
const findWord = (word: readonly string[], text: readonly string[]): Match | null => {
  /** For each position of the text, the best match of the letters so far that ends there. */
  let ending: readonly (Match | null)[] = [];
  for (const [letterIndex, letter] of word.entries()) {
    /** The best match that ends before the previous position. */
    let bestEarlier: Match | null = null;
    const next: (Match | null)[] = [];
    for (const [index, each] of text.entries()) {
      const before: Match | null = ending[index - 1] ?? null;
      const adjacent: Match | null = before && { ...before, score: before.score + scores.adjacent };
      const previous: Match | null =
        letterIndex === 0 ? { score: 0, at: [] } : pickBetter(adjacent, bestEarlier);
      next.push(
        each === letter && previous !== null
          ? { score: previous.score + scoreAt(text, index), at: [...previous.at, index] }
          : null,
      );
      bestEarlier = pickBetter(bestEarlier, before);
    }
    ending = next;
  }
  const best = ending.reduce(pickBetter, null);
  return best !== null && best.score >= word.length * minAverage ? best : null;
};

/** Scores a text for typed words; null if it lacks one. Of equal matches, the shorter text wins. */
export const computeFit = (typed: string, text: string): Fit | null => {
  const letters = toPlainLetters(text);
  const words = typed.trim().split(/\s+/).filter(Boolean);
  const found = words.map((word) => findWord(toPlainLetters(word), letters));
  let score = -letters.length / 100;
  const at: number[] = [];
  for (const each of found) {
    if (each === null) return null;
    score += each.score;
    at.push(...each.at);
  }
  return { score, letters: new Set(at) };
};
