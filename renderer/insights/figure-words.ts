/** Formats figures: durations, shares, money, days and hours. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { calendarDays, hourName, localeOf, monthName, weekdayName } from '../platform/format.ts';
import { useWaitWords } from '../ui/time-words.ts';

export type FigureWords = {
  readonly t: TFunction<'insights'>;
  readonly count: (value: number) => string;
  /** "1 h 5 min"; a dash for null. */
  readonly length: (milliseconds: number | null) => string;
  /** "83%"; a dash if `of` is 0. */
  readonly share: (part: number, of: number) => string;
  /** @param minor amount in hundredths; null is a dash */
  readonly money: (minor: number | null, currency: string) => string;
  /** "Nov 16" or "Nov 16 – 22", for days as `YYYY-MM-DD`. */
  readonly days: (from: string, to: string) => string;
  readonly month: (date: string) => string;
  readonly hour: (hour: number) => string;
  readonly weekday: (index: number) => string;
};

const dash = '–';

/** An exact decimal: 1234 is "12.34". */
export const decimal = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

export const useFigureWords = (): FigureWords => {
  const { t, i18n } = useTranslation('insights');
  const waitWords = useWaitWords();
  const locale = localeOf(i18n.language);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    t,
    count: (value) => number.format(value),
    length: (milliseconds) => (milliseconds === null ? dash : waitWords(milliseconds)),
    share: (part, of) => (of === 0 ? dash : percent.format(part / of)),
    money: (minor, currency) =>
      minor === null
        ? dash
        : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
            decimal(minor) as `${number}`,
          ),
    days: (from, to) => calendarDays(from, to, i18n.language),
    month: (date) => monthName(date, i18n.language),
    hour: (at) => hourName(at, i18n.language),
    weekday: (index) => weekdayName(index, i18n.language),
  };
};
