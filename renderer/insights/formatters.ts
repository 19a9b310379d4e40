/** Formatters of figures: durations, shares, money, days and hours. */
import { useTranslation } from 'react-i18next';
import {
  formatCalendarDays,
  formatHour,
  toLocale,
  formatMonth,
  formatWeekdayName,
  formatZone,
  padTwoDigits,
} from '../platform/format.ts';
import { useWaitWords } from '../ui/time-words.ts';

const dash = '–';

/** Formats hundredths as an exact decimal: 1234 is "12.34". */
export const formatDecimal = (minor: number): string =>
  `${Math.floor(minor / 100)}.${padTwoDigits(minor % 100)}`;

export const useFormatters = () => {
  const { t, i18n } = useTranslation('insights');
  const formatWait = useWaitWords();
  const locale = toLocale(i18n.language);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    t,
    formatCount: (value: number): string => number.format(value),
    /** "1 h 5 min"; a dash for null. */
    formatDuration: (milliseconds: number | null): string =>
      milliseconds === null ? dash : formatWait(milliseconds),
    /** "83%"; a dash if `of` is 0. */
    formatShare: (part: number, of: number): string =>
      of === 0 ? dash : percent.format(part / of),
    /** @param minor amount in hundredths; null is a dash */
    formatMoney: (minor: number | null, currency: string): string =>
      minor === null
        ? dash
        : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
            formatDecimal(minor) as `${number}`,
          ),
    /** "Nov 16" or "Nov 16 – 22", for days as `YYYY-MM-DD`. */
    formatDays: (from: string, to: string): string => formatCalendarDays(from, to, i18n.language),
    formatMonth: (date: string): string => formatMonth(date, i18n.language),
    formatHour: (at: number): string => formatHour(at, i18n.language),
    formatWeekday: (index: number): string => formatWeekdayName(index, i18n.language),
    formatZone: (timeZone: string): string => formatZone(timeZone, i18n.language),
  };
};

export type Formatters = ReturnType<typeof useFormatters>;
