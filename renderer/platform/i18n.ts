/**
 * Texts on the screen: one file for each language and namespace. `translation` is shared by all
 * screens; the others load on demand. The English files define the types of the keys.
 */
import i18next, { type BackendModule, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type actions from '../../resources/locales/en/actions.json';
import type automaticReplies from '../../resources/locales/en/automaticReplies.json';
import type background from '../../resources/locales/en/background.json';
import type data from '../../resources/locales/en/data.json';
import type hours from '../../resources/locales/en/hours.json';
import type insights from '../../resources/locales/en/insights.json';
import type lookup from '../../resources/locales/en/lookup.json';
import type move from '../../resources/locales/en/move.json';
import type phoneNumbers from '../../resources/locales/en/phoneNumbers.json';
import type reach from '../../resources/locales/en/reach.json';
import type reviews from '../../resources/locales/en/reviews.json';
import type savedReplies from '../../resources/locales/en/savedReplies.json';
import type settings from '../../resources/locales/en/settings.json';
import type staging from '../../resources/locales/en/staging.json';
import type team from '../../resources/locales/en/team.json';
import type translation from '../../resources/locales/en/translation.json';
import type tunnel from '../../resources/locales/en/tunnel.json';
import type updates from '../../resources/locales/en/updates.json';
import type webhooks from '../../resources/locales/en/webhooks.json';
import type welcome from '../../resources/locales/en/welcome.json';
import { isolate } from '../../contract/bidi.ts';
import type { Settings } from '../../contract/settings.ts';
import { formatMoment, formatNumber } from './format.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof translation;
      actions: typeof actions;
      automaticReplies: typeof automaticReplies;
      background: typeof background;
      data: typeof data;
      hours: typeof hours;
      insights: typeof insights;
      lookup: typeof lookup;
      move: typeof move;
      phoneNumbers: typeof phoneNumbers;
      reach: typeof reach;
      reviews: typeof reviews;
      savedReplies: typeof savedReplies;
      settings: typeof settings;
      staging: typeof staging;
      team: typeof team;
      tunnel: typeof tunnel;
      updates: typeof updates;
      webhooks: typeof webhooks;
      welcome: typeof welcome;
    };
  }
}

export type Language = 'en' | 'es';

const files = import.meta.glob<object>('../../resources/locales/*/*.json', { import: 'default' });

const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const file = files[`../../resources/locales/${language}/${namespace}.json`];
    if (file === undefined) return done(new Error(`no texts: ${language} ${namespace}`), null);
    file().then(
      (words) => done(null, words as Record<string, string>),
      (error: Error) => done(error, null),
    );
  },
};

/** @param system the computer's preferred language, such as `es-MX` */
export const chooseLanguage = (setting: Settings['language'], system: string): Language =>
  setting === 'system' ? (system.toLowerCase().startsWith('es') ? 'es' : 'en') : setting;

/** The requested language of each instance, whose texts may still be loading. */
const requested = new WeakMap<i18n, Language>();

export const createI18n = async (language: Language): Promise<i18n> => {
  const instance = i18next.createInstance();
  requested.set(instance, language);
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      // React escapes values; this isolates their direction from the sentence's.
      interpolation: { escape: isolate },
    });
  // The default formatter formats Spanish numbers as in Spain (1.234).
  instance.services.formatter?.add('number', (count: number, locale = language) =>
    formatNumber(count, locale),
  );
  instance.services.formatter?.add('moment', (at: number, locale = language) =>
    formatMoment(at, Date.now(), locale),
  );
  return instance;
};

/** The latest change wins, even while the texts of an earlier one are loading. */
export const changeLanguage = async (instance: i18n, language: Language): Promise<void> => {
  if (requested.get(instance) === language) return;
  requested.set(instance, language);
  await instance.changeLanguage(language);
};

export type TranslateAction = TFunction<['translation', 'actions']>;

/** Loads the names of actions, which are needed only where actions are listed. */
export const loadActionNames = async (instance: i18n): Promise<TranslateAction> => {
  await instance.loadNamespaces('actions');
  return instance.getFixedT(null, ['translation', 'actions']);
};
