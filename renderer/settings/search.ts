/**
 * Which settings fit what somebody looks for: each word of it begins a word of the setting's name, of what is
 * said of it, of its section's name, or of what else people call it. Case and accents do not count.
 */
import type { Span } from '../../contract/search-words.ts';
import { tokensOf } from '../../contract/words.ts';

/** What can be found of a setting, in the language that is shown. */
export type Findable = {
  readonly label: string;
  readonly text: string;
  /** What else people call it; shown nowhere. */
  readonly also: string;
  /** The name of its section. */
  readonly section: string;
};

export const wantedWords = (query: string): readonly string[] =>
  tokensOf(query).map(({ word }) => word);

/** Whether it has every word; without words everything fits. */
export const fits = (wanted: readonly string[], given: Findable): boolean => {
  const { label, text, also, section } = given;
  const words = tokensOf([label, text, also, section].join(' ')).map(({ word }) => word);
  return wanted.every((each) => words.some((word) => word.startsWith(each)));
};

/** Where the words stand in a text: the part that was typed, where one letter is one letter. */
export const spansOf = (wanted: readonly string[], text: string): readonly Span[] =>
  tokensOf(text).flatMap(({ word, from, to }) => {
    const lengths = wanted.filter((each) => word.startsWith(each)).map(({ length }) => length);
    if (lengths.length === 0) return [];
    return [[from, word.length === to - from ? from + Math.max(...lengths) : to] as const];
  });
