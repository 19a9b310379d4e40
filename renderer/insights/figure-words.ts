/** Figures as people read them: lengths of time, shares, money, and the days and hours they are of. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { calendarDays, hourName, localeOf, monthName, weekdayName } from '../ui/format.ts';

export type FigureWords = {
  readonly t: TFunction<'insights'>;
  readonly count: (value: number) => string;
  /** "1 h 5 min"; a dash for null. */
  readonly length: (milliseconds: number | null) => string;
  /** "83%"; a dash where nothing was due. */
  readonly share: (part: number, of: number) => string;
  /** @param minor in the currency's hundredths; null is a dash */
  readonly money: (minor: number | null, currency: string) => string;
  /** "Nov 16" or "Nov 16 – 22", for days as `YYYY-MM-DD`. */
  readonly days: (from: string, to: string) => string;
  readonly month: (date: string) => string;
  readonly hour: (hour: number) => string;
  readonly weekday: (index: number) => string;
};

const minuteMs = 60_000;
const dash = '–';

const lengthWords = (milliseconds: number, t: TFunction<'insights'>): string => {
  if (milliseconds < minuteMs)
    return t('length.seconds', { seconds: Math.round(milliseconds / 1000) });
  const minutes = Math.round(milliseconds / minuteMs);
  if (minutes < 60) return t('length.minutes', { minutes });
  if (minutes < 24 * 60) {
    const hours = Math.floor(minutes / 60);
    return minutes % 60 === 0
      ? t('length.wholeHours', { hours })
      : t('length.hours', { hours, minutes: minutes % 60 });
  }
  const hours = Math.round(minutes / 60);
  return hours % 24 === 0
    ? t('length.wholeDays', { days: hours / 24 })
    : t('length.days', { days: Math.floor(hours / 24), hours: hours % 24 });
};

/** An amount as a decimal, exactly: 1234 is "12.34". */
export const decimal = (minor: number): string =>
  `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

export const useFigureWords = (): FigureWords => {
  const { t, i18n } = useTranslation('insights');
  const locale = localeOf(i18n.language);
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return {
    t,
    count: (value) => number.format(value),
    length: (milliseconds) => (milliseconds === null ? dash : lengthWords(milliseconds, t)),
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
