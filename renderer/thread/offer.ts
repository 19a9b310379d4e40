/**
 * A time that the customer proposed, as the words that accept it. A second one that is chosen right
 * behind the first joins its sentence: "Tue, Nov 24, 5–9 PM or Wed, Nov 25, 9–11 AM works for me".
 */
import type { TFunction } from 'i18next';
import { localeOf, spokenSpan, wallOf, weekDates } from '../ui/format.ts';
import type { TimeLine, TimeWindow } from './proposed-times.ts';

type Wording = {
  readonly t: TFunction;
  readonly language: string;
  /** UTC milliseconds. */
  readonly now: number;
  /** The job's, an IANA name. */
  readonly timeZone: string | undefined;
};

/** Times that were accepted in one sentence, and that sentence. */
export type Offer = { readonly windows: readonly string[]; readonly text: string };

const sameDay = (a: number, b: number, timeZone: string | undefined): boolean =>
  wallOf(a, timeZone).day === wallOf(b, timeZone).day;

/** One window of a line, as it stands within a sentence. */
export const windowWords = (
  { from, to }: TimeLine,
  { start, end, hours }: TimeWindow,
  { t, language, now, timeZone }: Wording,
): string => {
  const isSpanish = language === 'es';
  const length = isSpanish ? 'long' : 'short';
  const days = weekDates(from, to, now, language, length, timeZone);
  // "martes 24 de noviembre": within a sentence without the comma of a list.
  const day = isSpanish ? days.replace(/(\p{L}), (\d)/gu, '$1 $2') : days;
  const startsAtMidnight = wallOf(start, timeZone).minute === 0;
  if (end === null) {
    const opens = spokenSpan(start, null, language, timeZone);
    return t('proposed.open', { day, start: opens, count: parseInt(opens) });
  }
  if (startsAtMidnight && wallOf(end, timeZone).minute === 0 && end > start)
    return t('proposed.allDay', { day });
  const isOneDay = sameDay(start, end, timeZone);
  const spoken = isOneDay ? spokenSpan(start, end, language, timeZone) : hours;
  const several = !sameDay(from, to, timeZone);
  return t(several ? 'proposed.anyDay' : 'proposed.window', { day, hours: spoken });
};

/** The sentence that accepts any of these windows. */
const sentence = (windows: readonly string[], { t, language }: Wording): string => {
  const list = new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(windows);
  const text = t('proposed.works', { windows: list });
  return text.slice(0, 1).toLocaleUpperCase(localeOf(language)) + text.slice(1);
};

/**
 * The sentence with one more window. `replaces` is how much of what stands before the cursor it takes
 * the place of: all of the sentence before, where that is still there.
 */
export const offerMore = (
  before: string,
  last: Offer | null,
  window: string,
  wording: Wording,
): { readonly offer: Offer; readonly replaces: number } => {
  const goesOn = last !== null && before.endsWith(last.text);
  if (!goesOn)
    return { offer: { windows: [window], text: sentence([window], wording) }, replaces: 0 };
  const windows = last.windows.includes(window) ? last.windows : [...last.windows, window];
  return { offer: { windows, text: sentence(windows, wording) }, replaces: last.text.length };
};
