/** The words of what is outside the window: the tray, the badge, and the question before quitting. */
import english from '../../../resources/locales/en/desktop.json';
import spanish from '../../../resources/locales/es/desktop.json';

export type DesktopWords = Readonly<Record<keyof typeof english, string>>;

export const desktopWords: Readonly<Record<'en' | 'es', DesktopWords>> = {
  en: english,
  es: spanish,
};
