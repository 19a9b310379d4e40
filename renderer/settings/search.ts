/** Search in the settings: each word of the query must start a word of a setting's texts. */
import type { Span } from '../../contract/search-words.ts';
import { tokensOf } from '../../contract/words.ts';

/** The searched texts of a setting. */
export type Findable = {
  readonly label: string;
  readonly text: string;
  /** Synonyms, which are not shown. */
  readonly also: string;
  readonly section: string;
};

export const wantedWords = (query: string): readonly string[] =>
  tokensOf(query).map(({ word }) => word);

/** Whether each wanted word starts a word of the setting; true without wanted words. */
export const fits = (
  wanted: readonly string[],
  { label, text, also, section }: Findable,
): boolean => {
  const words = wantedWords([label, text, also, section].join(' '));
  return wanted.every((each) => words.some((word) => word.startsWith(each)));
};

/** The spans to highlight: the typed part of a word, or all of it if folding changed its length. */
export const spansOf = (wanted: readonly string[], text: string): readonly Span[] =>
  tokensOf(text).flatMap(({ word, from, to }) => {
    const lengths = wanted.filter((each) => word.startsWith(each)).map(({ length }) => length);
    if (lengths.length === 0) return [];
    return [[from, word.length === to - from ? from + Math.max(...lengths) : to] as const];
  });
