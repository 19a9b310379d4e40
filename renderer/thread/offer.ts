/**
 * Writes replies that accept proposed times: a whole reply from the template in an empty field, else one
 * sentence. A second time joins the first: "Tue, Nov 24, 5–9 PM or Wed, Nov 25, 9–11 AM works for me."
 */
import type { TFunction } from 'i18next';
import type { ReplyLanguage } from '../../contract/customer-language.ts';
import { fillTemplate, type Filled, type GapNames, type Values } from '../../contract/template.ts';
import {
  capitalize,
  toLocale,
  formatSpokenSpan,
  toWall,
  formatWeekDates,
} from '../platform/format.ts';
import type { TimeLine, TimeWindow } from './proposed-times.ts';

export type Wording = {
  readonly t: TFunction;
  readonly language: ReplyLanguage;
  /** UTC milliseconds. */
  readonly now: number;
  /** The job's IANA time zone. */
  readonly timeZone: string | undefined;
};

export type OfferTemplate = {
  readonly text: string;
  readonly values: Values;
  readonly gapNames: GapNames;
};

export type OfferedWindow = { readonly line: TimeLine; readonly window: TimeWindow };

/** The accepted times and the text. */
export type Offer = Filled & {
  readonly windows: readonly OfferedWindow[];
  /** Made from the template, with its greeting. */
  readonly isWhole: boolean;
};

const isSameDay = (a: number, b: number, timeZone: string | undefined): boolean =>
  toWall(a, timeZone).day === toWall(b, timeZone).day;

export const formatWindow = (
  { line: { from, to }, window: { start, end, hours } }: OfferedWindow,
  { t, language, now, timeZone }: Wording,
): string => {
  const isSpanish = language === 'es';
  const length = isSpanish ? 'long' : 'short';
  const days = formatWeekDates(from, to, now, language, length, timeZone);
  // "martes 24 de noviembre": within a sentence without the comma of a list.
  const day = isSpanish ? days.replace(/(\p{L}), (\d)/gu, '$1 $2') : days;
  const startsAtMidnight = toWall(start, timeZone).minute === 0;
  if (end === null) {
    const opens = formatSpokenSpan(start, null, language, timeZone);
    return t('proposed.open', { day, start: opens, count: parseInt(opens) });
  }
  if (startsAtMidnight && toWall(end, timeZone).minute === 0 && end > start)
    return t('proposed.allDay', { day });
  const isOneDay = isSameDay(start, end, timeZone);
  const spoken = isOneDay ? formatSpokenSpan(start, end, language, timeZone) : hours;
  const spansDays = !isSameDay(from, to, timeZone);
  return t(spansDays ? 'proposed.anyDay' : 'proposed.window', { day, hours: spoken });
};

/** Joins the windows; from three on with semicolons, because each contains commas. */
const joinWindows = (windows: readonly string[], language: ReplyLanguage): string => {
  const list = new Intl.ListFormat(toLocale(language), { type: 'disjunction' });
  if (windows.length < 3) return list.format(windows);
  return list
    .formatToParts(windows)
    .map(({ type, value }) => (type === 'literal' ? value.replace(/^,?/, ';') : value))
    .join('');
};

/** The reply that accepts one of these windows. */
export const buildOffer = (
  windows: readonly OfferedWindow[],
  isWhole: boolean,
  template: OfferTemplate,
  wording: Wording,
): Offer => {
  const { t, language } = wording;
  const times = joinWindows(
    windows.map((each) => formatWindow(each, wording)),
    language,
  );
  // "p.m." ends a sentence without a second period.
  const endsSentence = times.endsWith('.');
  if (!isWhole) {
    const text = capitalize(t('proposed.works', { windows: times }), language);
    const sentence = endsSentence ? text.replace(/\.\.$/, '.') : text;
    return { windows, isWhole, text: sentence, selection: null };
  }
  const body = endsSentence
    ? template.text.replace(/(\{\{\s*times[^{}]*\}\})\./, '$1')
    : template.text;
  const startsWithTimes = /^\s*\{\{\s*times/.test(body);
  const values = {
    ...template.values,
    times: startsWithTimes ? capitalize(times, language) : times,
  };
  return { windows, isWhole, ...fillTemplate(body, values, template.gapNames) };
};

/** Adds a window. `replaces` is the length of the unchanged previous offer before the cursor, else 0. */
export const extendOffer = (
  before: string,
  last: Offer | null,
  window: OfferedWindow,
  template: OfferTemplate,
  wording: Wording,
): { readonly offer: Offer; readonly replaces: number } => {
  const continuesOffer = last !== null && before.endsWith(last.text);
  if (!continuesOffer)
    return { offer: buildOffer([window], before.trim() === '', template, wording), replaces: 0 };
  const isIncluded = last.windows.some(
    (each) => each.line.from === window.line.from && each.window.start === window.window.start,
  );
  const windows = isIncluded ? last.windows : [...last.windows, window];
  return {
    offer: buildOffer(windows, last.isWhole, template, wording),
    replaces: last.text.length,
  };
};
