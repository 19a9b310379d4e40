/** The app's languages, and the texts of everything outside the page. */
import type { Settings } from '../../contract/settings.ts';
import desktopEnglish from '../../resources/locales/en/desktop.json';
import menuEnglish from '../../resources/locales/en/menu.json';
import desktopSpanish from '../../resources/locales/es/desktop.json';
import menuSpanish from '../../resources/locales/es/menu.json';

export type AppLanguage = 'en' | 'es';

/** Chooses the app's language for a setting and the system's locale. */
export const chooseLanguage = (setting: Settings['language'], locale: string): AppLanguage =>
  setting === 'system' ? (/^es\b/i.test(locale) ? 'es' : 'en') : setting;

export type DesktopWords = Readonly<Record<keyof typeof desktopEnglish, string>>;
export const desktopWords: Readonly<Record<AppLanguage, DesktopWords>> = {
  en: desktopEnglish,
  es: desktopSpanish,
};

export type MenuWords = Readonly<Record<keyof typeof menuEnglish, string>>;
export const menuWords: Readonly<Record<AppLanguage, MenuWords>> = {
  en: menuEnglish,
  es: menuSpanish,
};
