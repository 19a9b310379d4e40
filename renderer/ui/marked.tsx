/** A text in which what a search has found is marked. */
import { createContext, Fragment, use } from 'react';
import { findSpans, type SearchTerms, type Span } from '../../contract/search-words.ts';

/** What is marked in whatever is said below; null for nothing. */
export const Marking = createContext<SearchTerms | null>(null);

type Props = {
  readonly text: string;
  readonly spans: readonly Span[];
};

export const Marked = ({ text, spans }: Props) => {
  const parts = spans.map(([from, to], index) => ({
    plain: text.slice(spans[index - 1]?.[1] ?? 0, from),
    marked: text.slice(from, to),
    from,
  }));
  return (
    <>
      {parts.map(({ plain, marked, from }) => (
        <Fragment key={from}>
          {plain}
          <mark>{marked}</mark>
        </Fragment>
      ))}
      {text.slice(spans.at(-1)?.[1] ?? 0)}
    </>
  );
};

/** Short text without links, with the matches of `Marking` marked. */
export const MarkedText = ({ text }: { readonly text: string }) => {
  const sought = use(Marking);
  return (
    <bdi>
      <Marked text={text} spans={sought === null ? [] : findSpans(text, sought)} />
    </bdi>
  );
};

/** What of the spans stands in a part of the text, counted from its beginning. */
export const spansWithin = (spans: readonly Span[], start: number, end: number): readonly Span[] =>
  spans
    .filter(([from, to]) => from < end && to > start)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start]);
