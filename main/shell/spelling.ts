/**
 * In which languages spelling is checked, and when a dictionary may be fetched (decision 14): macOS
 * has its own; elsewhere Chromium fetches those of the languages in use when somebody first types.
 */
import type { Settings } from '../../contract/settings.ts';
import type { Session } from 'electron';

export type AppLanguage = 'en' | 'es';

/** The app's language for a setting. */
export const languageOf = (setting: Settings['language'], locale: string): AppLanguage =>
  setting === 'system' ? (/^es\b/i.test(locale) ? 'es' : 'en') : setting;

/** In each language of the app, the names of its dictionaries, the best first. */
const dictionaries = { en: ['en-US', 'en'], es: ['es-US', 'es-419', 'es'] } as const;

/** More would find a misspelled word right in one of them. */
const mostLanguages = 3;

/**
 * The app's language first, then those that the computer prefers; customers write in English anyway.
 *
 * @param system what the computer prefers, the first the most
 * @param available the dictionaries that there are
 */
export const spellingLanguages = (
  app: AppLanguage,
  system: readonly string[],
  available: readonly string[],
): readonly string[] => {
  const find = (names: readonly string[]): string | undefined =>
    names.find((name) => available.includes(name));
  const own = find(dictionaries[app]);
  const preferred = system.map((name) => find([name, name.split('-')[0] ?? '']));
  const all = [own, ...preferred, find(dictionaries.en)].filter((name) => name !== undefined);
  return [...new Set(all)].slice(0, mostLanguages);
};

/** Where Chromium fetches its dictionaries from: public files, the same for everybody. */
export const isDictionary = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  return (
    protocol === 'https:' &&
    /(^|\.)gvt1\.com$/.test(hostname) &&
    /^\/edgedl\/chrome\/dict\/[\w-]+\.bdic$/.test(pathname)
  );
};

export type Spelling = {
  /** Whether a request may leave: for a dictionary, and not from a page. */
  readonly mayFetch: (request: {
    readonly url: string;
    readonly webContentsId?: number;
  }) => boolean;
  /** The languages in use: the app's, and the computer's. */
  readonly follow: (app: AppLanguage, system: readonly string[]) => void;
  /** Somebody types: from now on dictionaries are needed. */
  readonly typed: () => void;
};

export const createSpelling = (
  session: Pick<Session, 'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): Spelling => {
  let isNeeded = false;
  let languages: readonly string[] = [];
  const use = (): void => {
    if (!isNeeded || languages.length === 0 || platform === 'darwin') return;
    // What was refused before is asked for again only when the list changes.
    session.setSpellCheckerLanguages([]);
    session.setSpellCheckerLanguages([...languages]);
  };
  return {
    mayFetch: ({ url, webContentsId }) =>
      isNeeded && webContentsId === undefined && isDictionary(url),
    follow: (app, system) => {
      const wanted = spellingLanguages(app, system, session.availableSpellCheckerLanguages);
      if (wanted.join() === languages.join()) return;
      languages = wanted;
      use();
    },
    typed: () => {
      if (isNeeded) return;
      isNeeded = true;
      use();
    },
  };
};
