/** Formats figures: durations, shares, money, days and hours. */
import { useTranslation } from 'react-i18next';
import {
  calendarDays,
  hourName,
  localeOf,
  monthName,
  weekdayName,
  zoneName,
} from '../platform/format.ts';
import { useWaitWords } from '../ui/time-words.ts';

const dash = '–';

/** An exact decimal: 1234 is "12.34". */
export const decimal = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

export const useFigureWords = () => {
  const { t, i18n } = useTranslation('insights');
  const waitWords = useWaitWords();
  const locale = localeOf(i18n.language);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    t,
    count: (value: number): string => number.format(value),
    /** "1 h 5 min"; a dash for null. */
    length: (milliseconds: number | null): string =>
      milliseconds === null ? dash : waitWords(milliseconds),
    /** "83%"; a dash if `of` is 0. */
    share: (part: number, of: number): string => (of === 0 ? dash : percent.format(part / of)),
    /** @param minor amount in hundredths; null is a dash */
    money: (minor: number | null, currency: string): string =>
      minor === null
        ? dash
        : new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
            decimal(minor) as `${number}`,
          ),
    /** "Nov 16" or "Nov 16 – 22", for days as `YYYY-MM-DD`. */
    days: (from: string, to: string): string => calendarDays(from, to, i18n.language),
    month: (date: string): string => monthName(date, i18n.language),
    hour: (at: number): string => hourName(at, i18n.language),
    weekday: (index: number): string => weekdayName(index, i18n.language),
    zone: (timeZone: string): string => zoneName(timeZone, i18n.language),
  };
};

export type FigureWords = ReturnType<typeof useFigureWords>;
