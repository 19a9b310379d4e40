/**
 * The words on the screen, one file a language and namespace: `translation` for what every screen
 * shares, another for each page that is loaded late. Only the language in use is loaded; keys are
 * typed by the English files, and a test keeps the other language complete.
 */
import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type actions from '../../resources/locales/en/actions.json';
import type background from '../../resources/locales/en/background.json';
import type data from '../../resources/locales/en/data.json';
import type hours from '../../resources/locales/en/hours.json';
import type insights from '../../resources/locales/en/insights.json';
import type lookup from '../../resources/locales/en/lookup.json';
import type move from '../../resources/locales/en/move.json';
import type phoneNumbers from '../../resources/locales/en/phoneNumbers.json';
import type reviews from '../../resources/locales/en/reviews.json';
import type savedReplies from '../../resources/locales/en/savedReplies.json';
import type settings from '../../resources/locales/en/settings.json';
import type staging from '../../resources/locales/en/staging.json';
import type translation from '../../resources/locales/en/translation.json';
import type tunnel from '../../resources/locales/en/tunnel.json';
import type updates from '../../resources/locales/en/updates.json';
import type webhooks from '../../resources/locales/en/webhooks.json';
import type welcome from '../../resources/locales/en/welcome.json';
import { isolated } from '../../contract/bidi.ts';
import type { Settings } from '../../contract/settings.ts';
import { momentWords, wholeNumber } from './format.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof translation;
      actions: typeof actions;
      background: typeof background;
      data: typeof data;
      hours: typeof hours;
      insights: typeof insights;
      lookup: typeof lookup;
      move: typeof move;
      phoneNumbers: typeof phoneNumbers;
      reviews: typeof reviews;
      savedReplies: typeof savedReplies;
      settings: typeof settings;
      staging: typeof staging;
      tunnel: typeof tunnel;
      updates: typeof updates;
      webhooks: typeof webhooks;
      welcome: typeof welcome;
    };
  }
}

export type Language = 'en' | 'es';

const files = import.meta.glob<object>('../../resources/locales/*/*.json', { import: 'default' });

/** A page that asks for its namespace waits in its Suspense until the file is here. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const file = files[`../../resources/locales/${language}/${namespace}.json`];
    if (file === undefined) return done(new Error(`no words: ${language} ${namespace}`), null);
    file().then(
      (words) => done(null, words as Record<string, string>),
      (error: Error) => done(error, null),
    );
  },
};

/** The language for a setting, `system` being the one that the computer prefers. */
export const languageFor = (setting: Settings['language'], system: string): Language =>
  setting === 'system' ? (system.toLowerCase().startsWith('es') ? 'es' : 'en') : setting;

/** The language that each instance of words was last told to speak: its own words may still be on their way. */
const wanted = new WeakMap<i18n, Language>();

/** Starts the words in one language. */
export const startWords = async (language: Language): Promise<i18n> => {
  const words = i18next.createInstance();
  wanted.set(words, language);
  await words
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      // React escapes; what is put into a sentence only keeps its direction to itself.
      interpolation: { escape: isolated },
    });
  // i18next's own would write Spanish numbers as in Spain: 1.234.
  words.services.formatter?.add('number', (count: number, spoken = language) =>
    wholeNumber(count, spoken),
  );
  words.services.formatter?.add('moment', (at: number, spoken = language) =>
    momentWords(at, Date.now(), spoken),
  );
  return words;
};

/**
 * Changes the language of words that were started. Of two changes the later one counts, also when the
 * words of the first are still on their way.
 */
export const speak = async (words: i18n, language: Language): Promise<void> => {
  if (wanted.get(words) === language) return;
  wanted.set(words, language);
  await words.changeLanguage(language);
};
