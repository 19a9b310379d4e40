/** Summarizes proposed times: a line for each day, or for consecutive days with the same hours. */
import {
  formatClockSpan,
  formatClock,
  toWall,
  formatWeekDates,
  formatWeekday,
} from '../platform/format.ts';

export type Span = {
  /** UTC milliseconds, like the end; null without an end. */
  readonly start: number;
  readonly end: number | null;
};

/** A window with its hours; of the first day if the line is for several days. */
export type TimeWindow = Span & { readonly hours: string };

export type TimeLine = {
  readonly days: string;
  readonly windows: readonly TimeWindow[];
  /** A time on its first day, and one on its last. */
  readonly from: number;
  readonly to: number;
};

type Wording = {
  readonly language: string;
  /** UTC milliseconds; dates of another year include it. */
  readonly now: number;
  /** IANA name; without it the computer's. */
  readonly timeZone: string | undefined;
  readonly allDay: string;
  readonly formatOpen: (start: string) => string;
  /** Consecutive days with the same hours have separate lines too. */
  readonly isByDay: boolean;
};

/** Consecutive days with the same hours: day numbers, and a time in the first and the last. */
type Days = {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly end: number;
  readonly windows: readonly TimeWindow[];
};

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Sorts and deduplicates spans, joins adjacent ones, and drops an end that is not after its start. */
export const joinSpans = (
  spans: readonly Span[],
  timeZone: string | undefined,
): readonly Span[] => {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const span = { start, end: end !== null && end > start ? toMidnight(end, timeZone) : null };
    const index = merged.findLastIndex((each) =>
      each.end === null || span.end === null
        ? each.start === start && each.end === span.end
        : each.end >= start,
    );
    const previous = merged[index];
    if (previous === undefined) merged.push(span);
    else if (previous.end !== null && span.end !== null)
      merged[index] = { start: previous.start, end: Math.max(previous.end, span.end) };
  }
  return merged;
};

/** An end at 23:59 means midnight. */
const toMidnight = (end: number, timeZone: string | undefined): number =>
  toWall(end, timeZone).minute === dayMinutes - 1 ? end - (end % minuteMs) + minuteMs : end;

const toDays = (span: Span, wording: Wording): Days => {
  const { start, end } = span;
  const { language, timeZone } = wording;
  const from = toWall(start, timeZone);
  const at = formatClock(start, language, timeZone);
  const oneDay = { first: from.day, last: from.day, start, end: start };
  if (end === null) return { ...oneDay, windows: [{ ...span, hours: wording.formatOpen(at) }] };
  const to = toWall(end, timeZone);
  const days = to.day - from.day;
  if (days > 0 && from.minute === 0 && to.minute === 0)
    return {
      ...oneDay,
      last: to.day - 1,
      end: end - minuteMs,
      windows: [{ ...span, hours: wording.allDay }],
    };
  if (days === 0)
    return {
      ...oneDay,
      windows: [{ ...span, hours: formatClockSpan(start, end, language, timeZone) }],
    };
  const until = formatClock(end, language, timeZone);
  if (days === 1 && to.minute === 0)
    return { ...oneDay, windows: [{ ...span, hours: `${at} – ${until}` }] };
  const last =
    days === 1 && to.minute <= from.minute
      ? formatWeekday(end, language, timeZone)
      : formatWeekDates(end, end, wording.now, language, 'short', timeZone);
  return { ...oneDay, windows: [{ ...span, hours: `${at} – ${until} (${last})` }] };
};

/** Chronological lines. */
export const buildTimeLines = (spans: readonly Span[], wording: Wording): readonly TimeLine[] => {
  const days: Days[] = [];
  for (const span of joinSpans(spans, wording.timeZone)) {
    const next = toDays(span, wording);
    const previous = days.at(-1);
    if (previous?.first === next.first && previous.last === next.last)
      days[days.length - 1] = { ...previous, windows: [...previous.windows, ...next.windows] };
    else days.push(next);
  }
  const rows: Days[] = [];
  for (const next of days) {
    const previous = rows.at(-1);
    const continuesRow =
      previous !== undefined &&
      previous.last + 1 === next.first &&
      joinHours(previous.windows) === joinHours(next.windows);
    if (continuesRow && !wording.isByDay)
      rows[rows.length - 1] = { ...previous, last: next.last, end: next.end };
    else rows.push(next);
  }
  return rows.map(({ start, end, windows }) => ({
    days: formatWeekDates(start, end, wording.now, wording.language, 'short', wording.timeZone),
    windows,
    from: start,
    to: end,
  }));
};

const joinHours = (windows: readonly TimeWindow[]): string =>
  windows.map(({ hours }) => hours).join(', ');
