/**
 * The times that a customer proposed, as few lines as say them all: a line for each day, days in a row
 * with the same hours together, windows that touch joined. Knows nothing of how they look.
 */
import { clockSpan, clockTime, wallOf, weekDates, weekday } from '../ui/format.ts';

export type Span = {
  /** UTC milliseconds, as the end; null for a window without one. */
  readonly start: number;
  readonly end: number | null;
};

export type TimeLine = { readonly days: string; readonly hours: string };

type Wording = {
  readonly language: string;
  /** UTC milliseconds; of another year the year is said. */
  readonly now: number;
  /** IANA name; without it the computer's. */
  readonly timeZone: string | undefined;
  readonly allDay: string;
  readonly from: (start: string) => string;
};

/** Days in a row that have the same hours; numbers of days, and a moment in the first and the last. */
type Days = {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
  readonly hours: readonly string[];
};

const minute = 60_000;
const day = 24 * 60;

/** The spans by their start, each once; what touches is one, and an end before its start is none. */
export const joined = (spans: readonly Span[], timeZone: string | undefined): readonly Span[] => {
  const whole: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const span = { start, end: end !== null && end > start ? toMidnight(end, timeZone) : null };
    const index = whole.findLastIndex((each) =>
      each.end === null || span.end === null
        ? each.start === start && each.end === span.end
        : each.end >= start,
    );
    const known = whole[index];
    if (known === undefined) whole.push(span);
    else if (known.end !== null && span.end !== null)
      whole[index] = { start: known.start, end: Math.max(known.end, span.end) };
  }
  return whole;
};

/** A day that is said to end a minute or less before midnight ends at midnight. */
const toMidnight = (end: number, timeZone: string | undefined): number =>
  wallOf(end, timeZone).minute === day - 1 ? end - (end % minute) + minute : end;

const daysOf = ({ start, end }: Span, way: Wording): Days => {
  const { language, timeZone } = way;
  const from = wallOf(start, timeZone);
  const at = clockTime(start, language, timeZone);
  const one = { first: from.day, last: from.day, start, end: start };
  if (end === null) return { ...one, hours: [way.from(at)] };
  const to = wallOf(end, timeZone);
  const days = to.day - from.day;
  if (days > 0 && from.minute === 0 && to.minute === 0)
    return { ...one, last: to.day - 1, end: end - minute, hours: [way.allDay] };
  if (days === 0) return { ...one, hours: [clockSpan(start, end, language, timeZone)] };
  const until = clockTime(end, language, timeZone);
  if (days === 1 && to.minute === 0) return { ...one, hours: [`${at} – ${until}`] };
  const last =
    days === 1 && to.minute <= from.minute
      ? weekday(end, language, timeZone)
      : weekDates(end, end, way.now, language, 'short', timeZone);
  return { ...one, hours: [`${at} – ${until} (${last})`] };
};

/** @returns a line for each day, or for several that are alike; in the order of time */
export const timeLines = (spans: readonly Span[], way: Wording): readonly TimeLine[] => {
  const days: Days[] = [];
  for (const span of joined(spans, way.timeZone)) {
    const next = daysOf(span, way);
    const known = days.at(-1);
    if (known?.first === next.first && known.last === next.last)
      days[days.length - 1] = { ...known, hours: [...known.hours, ...next.hours] };
    else days.push(next);
  }
  const rows: Days[] = [];
  for (const next of days) {
    const known = rows.at(-1);
    if (known !== undefined && known.last + 1 === next.first && sameHours(known, next))
      rows[rows.length - 1] = { ...known, last: next.last, end: next.end };
    else rows.push(next);
  }
  return rows.map(({ start, end, hours }) => ({
    days: weekDates(start, end, way.now, way.language, 'short', way.timeZone),
    hours: hours.join(', '),
  }));
};

const sameHours = (a: Days, b: Days): boolean => a.hours.join() === b.hours.join();
