/** Ages, distances and moments in the words of the language in use. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStores } from '../state/stores.ts';
import { useTicking } from '../state/ticker.ts';
import { ageOf, lengthOf, momentWords, startOfDay, type Length } from './format.ts';

const lengthWords = (length: Length, t: TFunction): string =>
  length.unit === 'now'
    ? t('time.minutes', { count: 1 })
    : t(`time.${length.unit}`, { count: length.count });

/** Says a length of milliseconds in its largest whole unit, at least a minute. */
export const useLengthWords = (): ((milliseconds: number) => string) => {
  const { t } = useTranslation();
  return (milliseconds) => lengthWords(lengthOf(milliseconds), t);
};

/** The start of today, which is another one after midnight. */
export const useToday = (): number => useTicking(useStores().ticker, startOfDay);

/** "12 min", "Yesterday", "3 Nov": how old something is, growing while it is shown. */
export const useAge = (at: number): string => {
  const { t, i18n } = useTranslation();
  return useTicking(useStores().ticker, (now) => {
    const age = ageOf(at, now, i18n.language);
    if (age.unit === 'date') return age.text;
    if (age.unit === 'yesterday') return t('time.yesterday');
    return age.unit === 'now' ? t('time.now') : lengthWords(age, t);
  });
};

/** `momentWords`, kept true when the day changes. */
export const useMoment = (at: number): string => {
  const { i18n } = useTranslation();
  return momentWords(at, useToday(), i18n.language);
};

/** "12 min": how far away a moment is, before or behind it, at least a minute. */
export const useDistance = (at: number): string => {
  const { t } = useTranslation();
  return useTicking(useStores().ticker, (now) => lengthWords(lengthOf(Math.abs(now - at)), t));
};

/** "12 min ago" or "just now"; null for a moment that never was. */
export const useAgo = (at: number | null): string | null => {
  const { t } = useTranslation();
  return useTicking(useStores().ticker, (now) => {
    if (at === null) return null;
    const length = lengthOf(now - at);
    return length.unit === 'now'
      ? t('time.justNow')
      : t('time.ago', { time: lengthWords(length, t) });
  });
};

/** "in 40 s"; null when the moment has come. */
export const useIn = (at: number | null): string | null => {
  const { t } = useTranslation();
  return useTicking(useStores().seconds, (now) => {
    if (at === null || at <= now) return null;
    const length = lengthOf(at - now);
    const time =
      length.unit === 'now'
        ? t('time.seconds', { count: Math.ceil((at - now) / 1000) })
        : lengthWords(length, t);
    return t('time.in', { time });
  });
};

/** Whole seconds left until a moment, never below 0. */
export const useSecondsLeft = (until: number): number =>
  useTicking(useStores().seconds, (now) => Math.max(0, Math.ceil((until - now) / 1000)));
