/** Highlights the matches of a search. */
import { createContext, Fragment, use } from 'react';
import { findSpans, type SearchTerms, type Span } from '../../contract/search-words.ts';

/** The search terms that texts below highlight. */
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

/** Short text without links, with its matches highlighted. */
export const MarkedText = ({ text }: { readonly text: string }) => {
  const terms = use(Marking);
  return (
    <bdi>
      <Marked text={text} spans={terms === null ? [] : findSpans(text, terms)} />
    </bdi>
  );
};

/** Clips spans to a part of the text, relative to its start. */
export const clipSpans = (spans: readonly Span[], start: number, end: number): readonly Span[] =>
  spans
    .filter(([from, to]) => from < end && to > start)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start]);
