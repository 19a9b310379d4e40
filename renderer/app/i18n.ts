/**
 * The words on the screen. Only the language in use is loaded; keys are typed by the English file,
 * and a test keeps the other files complete.
 */
import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from '../../resources/locales/en.json';
import type { Settings } from '../../contract/records.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

export type Language = 'en' | 'es';

const files: Readonly<Record<Language, () => Promise<{ default: object }>>> = {
  en: () => import('../../resources/locales/en.json'),
  es: () => import('../../resources/locales/es.json'),
};

/** The language for a setting, `system` being the one that the computer prefers. */
export const languageFor = (setting: Settings['language'], system: string): Language =>
  setting === 'system' ? (system.toLowerCase().startsWith('es') ? 'es' : 'en') : setting;

/** Starts the words in one language. */
export const startWords = async (language: Language): Promise<i18n> => {
  const words = i18next.createInstance();
  await words.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: (await files[language]()).default } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return words;
};

/** Changes the language of words that were started. */
export const speak = async (words: i18n, language: Language): Promise<void> => {
  if (words.language === language) return;
  if (!words.hasResourceBundle(language, 'translation'))
    words.addResourceBundle(language, 'translation', (await files[language]()).default);
  await words.changeLanguage(language);
};
