/**
 * Numbers and times as people read them. Takes UTC milliseconds and a language; returns text. It knows
 * nothing of the locale files: words come from the caller.
 */

import type { Money } from '../../contract/records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The words of a language, with times and numbers as in the United States. */
export const localeOf = (language: string): string => (language === 'es' ? 'es-US' : language);

const formats = new Map<string, Intl.DateTimeFormat>();
const format = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language + JSON.stringify(options);
  let made = formats.get(key);
  if (made === undefined)
    formats.set(key, (made = new Intl.DateTimeFormat(localeOf(language), options)));
  return made;
};

const thinSpaces = /[\u2009\u202f]/g;

/** As far from 1970 as a calendar goes in every time zone. */
const farthest = 8.64e15 - 2 * day;

/** The nearest moment that a calendar has: the service may send any number. */
const dateOf = (at: number): Date =>
  new Date(Math.max(-farthest, Math.min(farthest, Number.isNaN(at) ? 0 : at)));

/** A moment as `<time dateTime>` takes it. */
export const isoTime = (at: number): string => dateOf(at).toISOString();

/** The start of the local day that a moment lies in. */
export const startOfDay = (at: number): number => dateOf(at).setHours(0, 0, 0, 0);

/** That full hour of the day `days` after the one of `now`, whatever the clocks do in between. */
export const atHour = (now: number, days: number, hour: number): number => {
  const date = dateOf(now);
  date.setDate(date.getDate() + days);
  return date.setHours(hour, 0, 0, 0);
};

/** As a field for date and time takes it: "2026-11-24T08:00". */
export const fieldTime = (at: number): string => {
  const date = dateOf(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
};

/** What such a field holds; NaN when that is no time. */
export const timeOfField = (value: string): number => new Date(value).getTime();

/** The date and the time of day that a clock shows at a moment. */
export type Wall = {
  /** Days since 1970. */
  readonly day: number;
  /** Minutes since midnight. */
  readonly minute: number;
};

/** @param timeZone IANA name of where the clock hangs; without it, where the computer is */
export const wallOf = (at: number, timeZone?: string): Wall => {
  const parts = format('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(dateOf(at));
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    day: Date.UTC(numberOf('year'), numberOf('month') - 1, numberOf('day')) / day,
    minute: numberOf('hour') * 60 + numberOf('minute'),
  };
};

/** With a capital first letter, as at the start of a sentence or in a list. */
export const capitalized = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(localeOf(language)) + text.slice(1);

/** What people there call a time zone today: "Mountain Time". Names change: Alaska's did in 1983. Lowercase in Spanish. */
export const zoneName = (timeZone: string, language: string): string =>
  format(language, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(dateOf(Date.now()))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

export const clockTime = (at: number, language: string, timeZone?: string): string =>
  format(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(dateOf(at));

/** "9:00 – 11:00 AM": the time of day of both ends, as short as the language allows. */
export const clockSpan = (
  start: number,
  end: number,
  language: string,
  timeZone?: string,
): string =>
  format(language, { hour: 'numeric', minute: '2-digit', timeZone })
    .formatRange(dateOf(start), dateOf(end))
    .replace(thinSpaces, ' ');

/** "5–9 PM": as somebody would write it, whole hours without minutes. Without an end, when it begins. */
export const spokenSpan = (
  start: number,
  end: number | null,
  language: string,
  timeZone?: string,
): string => {
  const isWhole = [start, end ?? start].every((at) => wallOf(at, timeZone).minute % 60 === 0);
  const clock = format(language, {
    hour: 'numeric',
    ...(!isWhole && { minute: '2-digit' }),
    timeZone,
  });
  if (end === null) return clock.format(dateOf(start));
  return clock
    .formatRange(dateOf(start), dateOf(end))
    .replace(thinSpaces, ' ')
    .replace(/(\d) – (\d[\d:]* \D+)$/, '$1–$2');
};

const yearUnlessNow = (at: number, now: number): Intl.DateTimeFormatOptions =>
  dateOf(at).getFullYear() === dateOf(now).getFullYear() ? {} : { year: 'numeric' };

const shortDate = (at: number, now: number, language: string): string =>
  format(language, { day: 'numeric', month: 'short', ...yearUnlessNow(at, now) }).format(
    dateOf(at),
  );

/** Weekday and date, for what has a place in a week: a job, a day of a conversation. */
export const weekDate = (
  at: number,
  now: number,
  language: string,
  length: 'long' | 'short',
  timeZone?: string,
): string => weekDates(at, at, now, language, length, timeZone);

/** "Tue, Nov 24 – Thu, Nov 26", or the one day that both lie in. */
export const weekDates = (
  first: number,
  last: number,
  now: number,
  language: string,
  length: 'long' | 'short',
  timeZone?: string,
): string =>
  format(language, {
    weekday: length,
    day: 'numeric',
    month: length,
    timeZone,
    ...yearUnlessNow(last, now),
  })
    .formatRange(dateOf(first), dateOf(last))
    .replace(thinSpaces, ' ');

export const dateOnly = (at: number, language: string): string =>
  format(language, { dateStyle: 'medium' }).format(dateOf(at));

export const dateAndTime = (at: number, language: string): string =>
  format(language, { dateStyle: 'medium', timeStyle: 'short' }).format(dateOf(at));

export const weekday = (at: number, language: string, timeZone?: string): string =>
  format(language, { weekday: 'short', timeZone }).format(dateOf(at));

/** "5:00 PM" today, "Tue, 8:00 AM" within a week, else with its date: when something is to happen. */
export const momentWords = (at: number, now: number, language: string): string => {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
  if (days === 0) return clockTime(at, language);
  if (Math.abs(days) < 7) return `${weekday(at, language)}, ${clockTime(at, language)}`;
  return dateAndTime(at, language);
};

/** The name of a day of the week, Monday being 0. */
export const weekdayName = (index: number, language: string): string =>
  // January 1, 2024 was a Monday.
  format(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index));

/** The date that this computer's calendar shows at a moment, as `YYYY-MM-DD`. */
export const calendarDay = (at: number): string => {
  const date = dateOf(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** "Thu, Nov 26, 2026" for a date as `YYYY-MM-DD`. */
export const calendarDate = (date: string, language: string): string =>
  format(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${date}T00:00:00Z`));

/** "Nov 16" or "Nov 16 – 22", for days as `YYYY-MM-DD`. */
export const calendarDays = (from: string, to: string, language: string): string =>
  format(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
    .formatRange(Date.parse(from), Date.parse(to))
    .replace(thinSpaces, ' ');

/** "Nov" of a day as `YYYY-MM-DD`. */
export const monthName = (date: string, language: string): string =>
  format(language, { month: 'short', timeZone: 'UTC' }).format(Date.parse(date));

/** "5 PM": a full hour of the day. */
export const hourName = (hour: number, language: string): string =>
  format(language, { hour: 'numeric', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1, hour));

/** "8:00 AM" for minutes since midnight. */
export const timeOfDay = (minutes: number, language: string): string =>
  format(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(Date.UTC(2024, 0, 1, 0, minutes))
    .replace(thinSpaces, ' ');

/** The time zone of this computer, as IANA names it. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export type Length =
  | { readonly unit: 'now' }
  | { readonly unit: 'minutes' | 'hours' | 'days'; readonly count: number };

/** A length of time in its largest whole unit; under a minute it is `now`. */
export const lengthOf = (milliseconds: number): Length => {
  if (milliseconds < minute) return { unit: 'now' };
  if (milliseconds < hour) return { unit: 'minutes', count: Math.floor(milliseconds / minute) };
  if (milliseconds < day) return { unit: 'hours', count: Math.floor(milliseconds / hour) };
  return { unit: 'days', count: Math.floor(milliseconds / day) };
};

export type Age =
  | Length
  | { readonly unit: 'yesterday' }
  | { readonly unit: 'date'; readonly text: string };

/** How old something is, as a list says it: minutes and hours today, then the day, then the date. */
export const ageOf = (at: number, now: number, language: string): Age => {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day);
  if (days <= 0) return lengthOf(Math.max(0, now - at));
  if (days === 1) return { unit: 'yesterday' };
  return { unit: 'date', text: days < 7 ? weekday(at, language) : shortDate(at, now, language) };
};

/** m:ss, never below 0:00. */
export const countdown = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const wholeNumbers = new Map<string, Intl.NumberFormat>();

/** A count, with its thousands apart. */
export const wholeNumber = (count: number, language: string): string => {
  let made = wholeNumbers.get(language);
  if (made === undefined) {
    made = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 0 });
    wholeNumbers.set(language, made);
  }
  return made.format(count);
};

export const fileSize = (bytes: number, language: string): string => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(
    units.length - 1,
    bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1000)),
  );
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount as the service writes it, with the dollars that it may leave out; null for an empty one. */
export const moneyText = (money: Money | null): string | null => {
  const text = money?.text.trim() ?? '';
  if (text === '') return null;
  const { cents = null } = money ?? {};
  return cents !== null && /^[\d.,]+$/.test(text) ? dollars.format(cents / 100) : text;
};

/** National form of a North American number; any other number as it came. */
export const phoneNumber = (raw: string): string => {
  const digits = raw.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : raw;
};

/** The address that a click on a phone number opens. */
export const phoneLink = (raw: string): string => {
  const digits = raw.replace(/[^\d+]/g, '');
  return `tel:${/^\d{10}$/.test(digits) ? `+1${digits}` : digits}`;
};
