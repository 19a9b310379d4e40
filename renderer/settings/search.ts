/** Search in the settings: each word of the query must start a word of a setting's texts. */
import type { Span } from '../../contract/search-words.ts';
import { tokenize } from '../../contract/words.ts';

/** The searched texts of a setting. */
export type Findable = {
  readonly label: string;
  readonly text: string;
  /** Synonyms, which are not shown. */
  readonly also: string;
  readonly section: string;
};

export const splitWords = (text: string): readonly string[] =>
  tokenize(text).map(({ word }) => word);

/** True if each word of the query starts a word of the setting, or the query has no word. */
export const isMatch = (
  queryWords: readonly string[],
  { label, text, also, section }: Findable,
): boolean => {
  const words = splitWords([label, text, also, section].join(' '));
  return queryWords.every((each) => words.some((word) => word.startsWith(each)));
};

/** Finds the spans to highlight: the typed part of a word, or all of it if folding changed its length. */
export const findSpans = (queryWords: readonly string[], text: string): readonly Span[] =>
  tokenize(text).flatMap(({ word, from, to }) => {
    const lengths = queryWords.filter((each) => word.startsWith(each)).map(({ length }) => length);
    if (lengths.length === 0) return [];
    return [[from, word.length === to - from ? from + Math.max(...lengths) : to] as const];
  });
