/**
 * Where in a lead a search has found its words: in the name, in what is known of the lead, in the request,
 * or in a message or a note, of which a short part is shown around what was found. Also every place of a
 * conversation that has them, so that one can go from one to the next.
 */
import type { Match } from '../../../contract/records.ts';
import { countIn, spansIn, type Sought, type Span } from '../../../contract/search-words.ts';
import type { Store } from '../platform/store/store.ts';
import type { Plan } from './search-plan.ts';
import { textsOf, type LeadText } from './search-texts.ts';

const longestExcerpt = 160;
/** So much of what stands before the first match is shown. */
const before = 24;

/** A short line of the text around its first match, with where the matches are in it. */
export const excerptOf = (
  text: string,
  sought: Sought,
): { readonly text: string; readonly spans: readonly Span[] } => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const spans = spansIn(line, sought);
  const first = spans[0]?.[0] ?? 0;
  const wordStart = line.indexOf(' ', Math.max(0, first - before)) + 1;
  const near = wordStart > 0 && wordStart <= first ? wordStart : Math.max(0, first - before);
  const isCut = first > before;
  // Half of a character is none.
  const isHalf = /[\uDC00-\uDFFF]/.test(line.charAt(near));
  const start = isCut ? near + (isHalf ? 1 : 0) : 0;
  const end = start + longestExcerpt;
  const lead = isCut ? '…' : '';
  const shift = lead.length - start;
  const shown = line.slice(start, end).toWellFormed();
  return {
    text: `${lead}${shown}${end < line.length ? '…' : ''}`,
    spans: spans
      .filter(([from]) => from >= start && from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift] as const),
  };
};

const matchOf = (text: LeadText, sought: Sought): Match => {
  const excerpt = excerptOf(text.text, sought);
  return {
    in: text.in,
    id: text.id,
    side: text.side,
    at: text.at,
    text: excerpt.text,
    spans: excerpt.spans.map(([from, to]) => [from, to]),
  };
};

/** The best place of a lead; null where no words were looked for, or none can be shown. */
export const matchIn = (store: Store, lead: number, plan: Plan): Match | null => {
  const { sought } = plan;
  const all = sought.sequences.length + sought.phones.length;
  if (all === 0) return null;
  const texts = textsOf(store, lead).filter(plan.isMeantText);
  const name = texts.find((text) => text.in === 'name');
  if (name !== undefined && countIn(name.text, sought) === all) return matchOf(name, sought);
  let best: LeadText | null = null;
  let most = 0;
  for (const text of texts) {
    const count = countIn(text.text, sought);
    if (count > most) [best, most] = [text, count];
    if (count === all) break;
  }
  return best === null ? null : matchOf(best, sought);
};

export type Place = {
  readonly in: 'request' | 'message' | 'note';
  readonly id: string | null;
  readonly at: number;
};

const mostPlaces = 500;

/** Where the words stand in a conversation, the oldest first: all of them together, else any. */
export const placesIn = (store: Store, lead: number, plan: Plan): readonly Place[] => {
  const { sought } = plan;
  const all = sought.sequences.length + sought.phones.length;
  if (all === 0) return [];
  const counted = textsOf(store, lead)
    .filter(plan.isMeantText)
    .flatMap(({ in: where, id, at, text }) =>
      where === 'request' || where === 'message' || where === 'note'
        ? { in: where, id, at: at ?? 0, count: countIn(text, sought) }
        : [],
    )
    .filter(({ count }) => count > 0);
  const whole = counted.filter(({ count }) => count === all);
  const found = whole.length > 0 ? whole : counted;
  // A request is one place, however many of its answers have the words.
  const request = found.find((place) => place.in === 'request');
  const said = found.filter((place) => place.in !== 'request').slice(0, mostPlaces);
  return [...said, ...(request === undefined ? [] : [request])]
    .reverse()
    .map(({ in: where, id, at }) => ({ in: where, id, at }));
};
