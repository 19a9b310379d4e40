/** Spelling languages, and when Chromium may fetch dictionaries (decision 14). macOS has its own spelling. */
import type { Session } from 'electron';
import type { AppLanguage } from './words.ts';

/** Dictionary names of each language, the best first. */
const dictionaries = { en: ['en-US', 'en'], es: ['es-US', 'es-419', 'es'] } as const;

/** With more languages, most misspellings would be a word in one of them. */
const maxLanguages = 3;

/** Chooses the dictionaries of the app's language, the computer's, and English, because customers write in it. */
export const chooseSpellingLanguages = (
  app: AppLanguage,
  system: readonly string[],
  available: readonly string[],
): readonly string[] => {
  const find = (names: readonly string[]): string | undefined =>
    names.find((name) => available.includes(name));
  const ofApp = find(dictionaries[app]);
  const preferred = system.map((name) => find([name, name.split('-')[0] ?? '']));
  const all = [ofApp, ...preferred, find(dictionaries.en)].filter((name) => name !== undefined);
  return [...new Set(all)].slice(0, maxLanguages);
};

/** True if an address is one of Chromium's public dictionaries. */
export const isDictionary = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  return (
    protocol === 'https:' &&
    /(^|\.)gvt1\.com$/.test(hostname) &&
    /^\/edgedl\/chrome\/dict\/[\w-]+\.bdic$/.test(pathname)
  );
};

export type Spelling = ReturnType<typeof createSpelling>;

export const createSpelling = (
  session: Pick<Session, 'availableSpellCheckerLanguages' | 'setSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
) => {
  let isNeeded = false;
  let languages: readonly string[] = [];
  const applyLanguages = (): void => {
    if (!isNeeded || languages.length === 0 || platform === 'darwin') return;
    // Chromium retries refused dictionaries only if the list changes.
    session.setSpellCheckerLanguages([]);
    session.setSpellCheckerLanguages([...languages]);
  };
  return {
    /** Admits Chromium's own requests for dictionaries. */
    mayFetch: ({ url, webContentsId }: { readonly url: string; readonly webContentsId?: number }) =>
      isNeeded && webContentsId === undefined && isDictionary(url),
    updateLanguages: (app: AppLanguage, system: readonly string[]): void => {
      const wanted = chooseSpellingLanguages(app, system, session.availableSpellCheckerLanguages);
      if (wanted.join() === languages.join()) return;
      languages = wanted;
      applyLanguages();
    },
    handleTyping: (): void => {
      if (isNeeded) return;
      isNeeded = true;
      applyLanguages();
    },
  };
};
