/** The app's languages, and the texts of everything outside the page. */
import desktopEnglish from '../../resources/locales/en/desktop.json';
import menuEnglish from '../../resources/locales/en/menu.json';
import desktopSpanish from '../../resources/locales/es/desktop.json';
import menuSpanish from '../../resources/locales/es/menu.json';

export type AppLanguage = 'en' | 'es';

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
