/** Hooks that describe ages, durations and times in the window's language. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../platform/stores.ts';
import { useTicking } from '../platform/ticker.ts';
import { toAge, toLength, formatMoment, getStartOfDay, type Length } from '../platform/format.ts';

const formatLength = (length: Length, t: TFunction): string =>
  length.unit === 'now'
    ? t('time.minutes', { count: 1 })
    : t(`time.${length.unit}`, { count: length.count });

const minuteMs = 60_000;

const formatWait = (milliseconds: number, t: TFunction): string => {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t('time.seconds', { count: seconds });
  const minutes = Math.round(milliseconds / minuteMs);
  if (minutes < 60) return t('time.minutes', { count: minutes });
  const hours = Math.round(minutes / 60);
  const [unit, whole, rest] =
    minutes < 24 * 60
      ? (['hours', Math.floor(minutes / 60), minutes % 60] as const)
      : (['days', Math.floor(hours / 24), hours % 24] as const);
  const words = t(`time.${unit}`, { count: whole });
  if (rest === 0) return words;
  return `${words} ${t(unit === 'hours' ? 'time.minutes' : 'time.hours', { count: rest })}`;
};

/** Formats reply times: "28 s", "4 min", "1 h 5 min", "2 d 3 h". */
export const useWaitWords = (): ((milliseconds: number) => string) => {
  const { t } = useTranslation();
  return (milliseconds) => formatWait(milliseconds, t);
};

/** The start of today, updated at midnight. */
export const useToday = (): number => useTicking(usePlatform().ticker, getStartOfDay);

/** "12 min", "Yesterday", "Tue" or "Nov 3" */
export const useAge = (at: number): string => {
  const { t, i18n } = useTranslation();
  return useTicking(usePlatform().ticker, (now) => {
    const age = toAge(at, now, i18n.language);
    if (age.unit === 'date') return age.text;
    if (age.unit === 'yesterday') return t('time.yesterday');
    return age.unit === 'now' ? t('time.now') : formatLength(age, t);
  });
};

/** `formatMoment`, updated at midnight. */
export const useMoment = (at: number): string => {
  const { i18n } = useTranslation();
  return formatMoment(at, useToday(), i18n.language);
};

/** "12 min": the time to or since `at`, at least a minute. */
export const useDistance = (at: number): string => {
  const { t } = useTranslation();
  return useTicking(usePlatform().ticker, (now) => formatLength(toLength(Math.abs(now - at)), t));
};

/** "12 min ago" or "just now" */
export const useAgo = (at: number | null): string | null => {
  const { t } = useTranslation();
  return useTicking(usePlatform().ticker, (now) => {
    if (at === null) return null;
    const length = toLength(now - at);
    return length.unit === 'now'
      ? t('time.justNow')
      : t('time.ago', { time: formatLength(length, t) });
  });
};

/** "in 40 s"; null once `at` has passed. */
export const useIn = (at: number | null): string | null => {
  const { t } = useTranslation();
  return useTicking(usePlatform().seconds, (now) => {
    if (at === null || at <= now) return null;
    const length = toLength(at - now);
    const time =
      length.unit === 'now'
        ? t('time.seconds', { count: Math.ceil((at - now) / 1000) })
        : formatLength(length, t);
    return t('time.in', { time });
  });
};

/** Whole seconds left, never below 0. */
export const useSecondsLeft = (until: number): number =>
  useTicking(usePlatform().seconds, (now) => Math.max(0, Math.ceil((until - now) / 1000)));
