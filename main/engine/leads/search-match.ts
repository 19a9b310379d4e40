/** Finds the text of a lead that contains the searched words, and all hits of a conversation. */
import type { CommandOutput } from '../../../contract/commands.ts';
import type { Match } from '../../../contract/records.ts';
import {
  findTerms,
  splitIntoPieces,
  findSpans,
  type SearchTerms,
  type Span,
} from '../../../contract/search-words.ts';
import type { Steps } from '../platform/slices.ts';
import type { Store } from '../platform/store/store.ts';
import type { Plan } from './search-plan.ts';
import { readTexts, type LeadText } from './search-texts.ts';

const maxExcerptLength = 160;
/** Characters that are shown before the first match. */
const shownBefore = 24;

/** Characters before a hit from which the excerpt may start, at a word. */
const searchedBefore = 4 * shownBefore;

/** The section of a text around its first hit, otherwise its beginning. */
function* cutSection(
  text: string,
  sought: SearchTerms,
): Steps<{ readonly section: string; readonly isCut: boolean; readonly hasMore: boolean }> {
  for (const piece of splitIntoPieces(text)) {
    const first = findSpans(piece.text, sought)[0];
    if (first !== undefined) {
      const from = Math.max(0, piece.from + first[0] - searchedBefore);
      const to = piece.from + first[1] + 4 * maxExcerptLength;
      return { section: text.slice(from, to), isCut: from > 0, hasMore: to < text.length };
    }
    yield;
  }
  const to = 4 * maxExcerptLength;
  return { section: text.slice(0, to), isCut: false, hasMore: to < text.length };
}

/** An excerpt in one line, with the positions of its matches. */
export function* cutExcerpt(
  text: string,
  sought: SearchTerms,
): Steps<{ readonly text: string; readonly spans: readonly Span[] }> {
  const { section, isCut: isSectionCut, hasMore } = yield* cutSection(text, sought);
  const line = section.replaceAll(/\s+/g, ' ').trim();
  const spans = findSpans(line, sought);
  const first = spans[0]?.[0] ?? 0;
  const wordStart = line.indexOf(' ', Math.max(0, first - shownBefore)) + 1;
  const near = wordStart > 0 && wordStart <= first ? wordStart : Math.max(0, first - shownBefore);
  const isCut = isSectionCut || first > shownBefore;
  /** 1 if a cut there would split a surrogate pair. */
  const splits = (at: number): number => Number(/[\uDC00-\uDFFF]/.test(line.charAt(at)));
  const start = isCut ? near + splits(near) : 0;
  const end = start + maxExcerptLength - splits(start + maxExcerptLength);
  const prefix = isCut ? '…' : '';
  const shift = prefix.length - start;
  const shown = line.slice(start, end).toWellFormed();
  return {
    text: `${prefix}${shown}${hasMore || end < line.length ? '…' : ''}`,
    spans: spans
      .filter(([from]) => from >= start && from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift] as const),
  };
}

function* toMatch(text: LeadText, sought: SearchTerms): Steps<Match> {
  const excerpt = yield* cutExcerpt(text.text, sought);
  const spans = excerpt.spans.map(([from, to]): [number, number] => [from, to]);
  return { ...text, text: excerpt.text, spans };
}

/** The best hit of a lead, or null. */
export function* findMatch(store: Store, lead: number, plan: Plan): Steps<Match | null> {
  const { sought } = plan;
  const all = sought.sequences.length + sought.phones.length;
  if (all === 0) return null;
  let best: LeadText | null = null;
  let most = 0;
  /** The name comes first, but other facts are the only texts that rank below it. */
  let nameMatch: { readonly text: LeadText; readonly count: number } | null = null;
  for (const text of readTexts(store, lead)) {
    yield;
    if (!plan.isMeantText(text)) continue;
    const { size: count } = yield* findTerms(text.text, sought);
    if (count === all) return yield* toMatch(text, sought);
    if (text.in === 'name') nameMatch = { text, count };
    else {
      if (text.in === 'about' && nameMatch !== null && nameMatch.count > most)
        ({ text: best, count: most } = nameMatch);
      if (count > most) [best, most] = [text, count];
    }
  }
  return best === null ? null : yield* toMatch(best, sought);
}

type Place = CommandOutput<'search.places'>['places'][number];

const maxPlaces = 500;

/**
 * Hits of a conversation, oldest first: texts with all words, otherwise with any. `isWhole` is
 * false when the oldest messages were not read, the time was up, or there are too many hits.
 */
export function* findHits(
  store: Store,
  lead: number,
  plan: Plan,
  isTimeUp: () => boolean = () => false,
): Steps<{ readonly places: readonly Place[]; readonly isWhole: boolean }> {
  const { sought } = plan;
  const all = sought.sequences.length + sought.phones.length;
  if (all === 0) return { places: [], isWhole: true };
  const counted: (Place & { readonly count: number })[] = [];
  let isWhole = true;
  const cut = (): void => void (isWhole = false);
  for (const text of readTexts(store, lead, cut)) {
    if (isTimeUp()) {
      cut();
      break;
    }
    yield;
    const { in: where, id, at } = text;
    if ((where !== 'request' && where !== 'message' && where !== 'note') || !plan.isMeantText(text))
      continue;
    const { size: count } = yield* findTerms(text.text, sought);
    if (count > 0) counted.push({ in: where, id, at: at ?? 0, count });
  }
  const whole = counted.filter(({ count }) => count === all);
  const found = whole.length > 0 ? whole : counted;
  // A request is one hit, however many of its answers match.
  const request = found.find((place) => place.in === 'request');
  const messages = found.filter((place) => place.in !== 'request');
  const places = [...messages.slice(0, maxPlaces), ...(request === undefined ? [] : [request])]
    .reverse()
    .map(({ in: where, id, at }) => ({ in: where, id, at }));
  return { places, isWhole: isWhole && messages.length <= maxPlaces };
}
