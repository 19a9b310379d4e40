/** Formats numbers and times. Times are UTC milliseconds; only this file makes dates. */
import type { Money } from '../../contract/records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The Intl locale of a language, with times and numbers as in the United States. */
export const toLocale = (language: string): string => (language === 'es' ? 'es-US' : language);

/** Caches the formats of each language, which are slow to create. */
const cacheFormats = <Options, Format>(create: (locale: string, options: Options) => Format) => {
  const formats = new Map<string, Format>();
  return (language: string, options: Options): Format => {
    const key = language + JSON.stringify(options);
    const cached = formats.get(key) ?? create(toLocale(language), options);
    formats.set(key, cached);
    return cached;
  };
};

const getDateFormat = cacheFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const getNumberFormat = cacheFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

const thinSpaces = /[\u2009\u202f]/g;

const formatRange = (
  clock: Intl.DateTimeFormat,
  start: number | Date,
  end: number | Date,
): string => clock.formatRange(start, end).replace(thinSpaces, ' ');

/** The largest distance from 1970 that a date can have in every time zone. */
const farthest = 8.64e15 - 2 * day;

/** The nearest valid date: the service may send any number. */
const toDate = (at: number): Date =>
  new Date(Math.max(-farthest, Math.min(farthest, Number.isNaN(at) ? 0 : at)));

/** The `dateTime` of a `<time>` element. */
export const toISOTime = (at: number): string => toDate(at).toISOString();

/** Local midnight before `at`. */
export const getStartOfDay = (at: number): number => toDate(at).setHours(0, 0, 0, 0);

/** An hour of the local day that is `days` after `now`, correct across daylight saving changes. */
export const computeHour = (now: number, days: number, hour: number): number => {
  const date = toDate(now);
  date.setDate(date.getDate() + days);
  return date.setHours(hour, 0, 0, 0);
};

export const padTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** The local date, as `YYYY-MM-DD`. */
export const toCalendarDay = (at: number): string => {
  const date = toDate(at);
  return `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`;
};

/** The value of a `datetime-local` field: "2026-11-24T08:00". */
export const toFieldTime = (at: number): string => {
  const date = toDate(at);
  return `${toCalendarDay(at)}T${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`;
};

/** Parses the value of such a field; NaN if it is not a time. */
export const parseFieldTime = (value: string): number => new Date(value).getTime();

/** A wall clock's date and time of day. */
export type Wall = {
  /** Days since 1970. */
  readonly day: number;
  /** Minutes since midnight. */
  readonly minute: number;
};

/** @param timeZone IANA name; the computer's by default */
export const toWall = (at: number, timeZone?: string): Wall => {
  const parts = getDateFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(toDate(at));
  const getNumber = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    day: Date.UTC(getNumber('year'), getNumber('month') - 1, getNumber('day')) / day,
    minute: getNumber('hour') * 60 + getNumber('minute'),
  };
};

export const capitalize = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(toLocale(language)) + text.slice(1);

/** "Mountain Time", as named today: Alaska's zone was renamed in 1983. Lowercase in Spanish. */
export const formatZone = (timeZone: string, language: string): string =>
  getDateFormat(language, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(toDate(Date.now()))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

export const formatClock = (at: number, language: string, timeZone?: string): string =>
  getDateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(toDate(at));

/** "9:00 – 11:00 AM" */
export const formatClockSpan = (
  start: number,
  end: number,
  language: string,
  timeZone?: string,
): string => {
  const clock = getDateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone });
  return formatRange(clock, toDate(start), toDate(end));
};

/** "5–9 PM": informal, whole hours without minutes; the start alone without an end. */
export const formatSpokenSpan = (
  start: number,
  end: number | null,
  language: string,
  timeZone?: string,
): string => {
  const isWhole = [start, end ?? start].every((at) => toWall(at, timeZone).minute % 60 === 0);
  const clock = getDateFormat(language, {
    hour: 'numeric',
    ...(!isWhole && { minute: '2-digit' }),
    timeZone,
  });
  if (end === null) return clock.format(toDate(start));
  return formatRange(clock, toDate(start), toDate(end)).replace(/(\d) – (\d[\d:]* \D+)$/, '$1–$2');
};

const chooseYear = (at: number, now: number): Intl.DateTimeFormatOptions =>
  toDate(at).getFullYear() === toDate(now).getFullYear() ? {} : { year: 'numeric' };

/** "Tue, Nov 24 – Thu, Nov 26", or one date for the same day. */
export const formatWeekDates = (
  first: number,
  last: number,
  now: number,
  language: string,
  length: 'long' | 'short',
  timeZone?: string,
): string => {
  const options = { weekday: length, day: 'numeric', month: length, timeZone } as const;
  const dates = getDateFormat(language, { ...options, ...chooseYear(last, now) });
  return formatRange(dates, toDate(first), toDate(last));
};

export const formatDate = (at: number, language: string): string =>
  getDateFormat(language, { dateStyle: 'medium' }).format(toDate(at));

export const formatDateAndTime = (at: number, language: string): string =>
  getDateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(toDate(at));

/** "Nov 30, 2026, 1:51 – 3:20 PM", or one time if both are within the same minute. */
export const formatPeriod = (start: number, end: number, language: string): string =>
  formatRange(
    getDateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
    toDate(start),
    toDate(end),
  );

export const formatWeekday = (at: number, language: string, timeZone?: string): string =>
  getDateFormat(language, { weekday: 'short', timeZone }).format(toDate(at));

/** "5:00 PM" today, "Tue, 8:00 AM" within a week, else with the date. */
export const formatMoment = (at: number, now: number, language: string): string => {
  const days = Math.round((getStartOfDay(at) - getStartOfDay(now)) / day);
  if (days === 0) return formatClock(at, language);
  if (Math.abs(days) < 7) return `${formatWeekday(at, language)}, ${formatClock(at, language)}`;
  return formatDateAndTime(at, language);
};

/** @param index 0 for Monday */
export const formatWeekdayName = (
  index: number,
  language: string,
  length: 'long' | 'short' = 'long',
): string =>
  // January 1, 2024 was a Monday.
  getDateFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + index),
  );

/** "Thu, Nov 26, 2026"; `date` is `YYYY-MM-DD`. */
export const formatCalendarDate = (date: string, language: string): string =>
  getDateFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${date}T00:00:00Z`));

/** "Nov 16" or "Nov 16 – 22"; both days are `YYYY-MM-DD`. */
export const formatCalendarDays = (from: string, to: string, language: string): string => {
  const dates = getDateFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return formatRange(dates, Date.parse(from), Date.parse(to));
};

/** "Nov"; `date` is `YYYY-MM-DD`. */
export const formatMonth = (date: string, language: string): string =>
  getDateFormat(language, { month: 'short', timeZone: 'UTC' }).format(Date.parse(date));

/** "5 PM" */
export const formatHour = (hour: number, language: string): string =>
  getDateFormat(language, { hour: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1, hour));

/** "8:00 AM" for minutes since midnight. */
export const formatTimeOfDay = (minutes: number, language: string): string =>
  getDateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(Date.UTC(2024, 0, 1, 0, minutes))
    .replace(thinSpaces, ' ');

/** The IANA name of this computer's time zone. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export type Length =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };

/** A duration in its largest whole unit; `now` is under a minute. */
export const toLength = (milliseconds: number): Length => {
  if (milliseconds < minute) return { unit: 'now' };
  if (milliseconds < hour) return { unit: 'minutes', count: Math.floor(milliseconds / minute) };
  if (milliseconds < day) return { unit: 'hours', count: Math.floor(milliseconds / hour) };
  return { unit: 'days', count: Math.floor(milliseconds / day) };
};

export type Age =
  | Length
  | { readonly unit: 'yesterday' }
  | { readonly unit: 'date'; readonly text: string };

/** Age in a list: minutes and hours today, then yesterday, the weekday, the date. */
export const toAge = (at: number, now: number, language: string): Age => {
  const days = Math.round((getStartOfDay(now) - getStartOfDay(at)) / day);
  if (days <= 0) return toLength(Math.max(0, now - at));
  if (days === 1) return { unit: 'yesterday' };
  if (days < 7) return { unit: 'date', text: formatWeekday(at, language) };
  const date = getDateFormat(language, { day: 'numeric', month: 'short', ...chooseYear(at, now) });
  return { unit: 'date', text: date.format(toDate(at)) };
};

/** m:ss, never below 0:00. */
export const formatCountdown = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${padTwoDigits(seconds % 60)}`;
};

/** "12,345" */
export const formatNumber = (count: number, language: string): string =>
  getNumberFormat(language, { maximumFractionDigits: 0 }).format(count);

export const formatFileSize = (bytes: number, language: string): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(
    units.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)),
  );
  return getNumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount as the service wrote it, or in dollars if it wrote only a number; null if empty. */
export const formatMoney = (money: Money | null): string | null => {
  const text = money?.text.trim() ?? '';
  if (text === '') return null;
  const { cents = null } = money ?? {};
  return cents !== null && /^[\d.,]+$/.test(text) ? dollars.format(cents / 100) : text;
};

/** The national form of a North American number; any other number unchanged. */
export const formatPhone = (raw: string): string => {
  const digits = raw.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : raw;
};

/** With a possible extension (RFC 3966). */
export const buildPhoneLink = (raw: string): string => {
  const [number = '', extension] = raw.split(/(?:x|ext\.?)\s*(?=\d+$)/i);
  const digits = number.replace(/[^\d+]/g, '');
  const link = `tel:${/^\d{10}$/.test(digits) ? `+1${digits}` : digits}`;
  return extension === undefined ? link : `${link};ext=${extension}`;
};
