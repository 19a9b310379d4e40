/** All settings by section: labels and search texts in the window's language, and the controls of simple ones. */
import type { TFunction } from 'i18next';
import { textSizes } from '../../contract/limits.ts';
import type { Settings } from '../../contract/settings.ts';
import { printedKey } from '../platform/keyboard.ts';
import { keysOfWay } from '../leads/send-keys.ts';
import type { Findable } from './search.ts';

export const settingWords = [
  'settings',
  'hours',
  'background',
  'reach',
  'data',
  'updates',
] as const;
type T = TFunction<typeof settingWords>;

/** In the order of the page. */
const settingsOf = {
  appearance: ['theme', 'contrast', 'textSize', 'density', 'language'],
  replies: ['send', 'undo', 'savedReplies'],
  hours: ['timeZone', 'week', 'holidays'],
  notifications: ['notifications', 'quiet', 'reach'],
  background: ['keepRunning', 'startAtLogin'],
  data: ['export', 'backup', 'restore', 'diagnostics'],
  updates: ['update', 'keepUpToDate', 'whatsNew'],
  about: ['version'],
} as const;

export type SectionName = keyof typeof settingsOf;
export type SettingName = (typeof settingsOf)[SectionName][number];
export type Setting = Findable & { readonly name: SettingName };
export type Section = {
  readonly name: SectionName;
  readonly title: string;
  readonly settings: readonly Setting[];
};

/** Settings with a choice or a switch, which drawn-rows.tsx renders. */
export type ChoiceName = 'theme' | 'contrast' | 'textSize' | 'density' | 'language';
export const switches = ['notifications'] as const satisfies readonly SettingName[];

export type Choice<N extends ChoiceName> = {
  readonly options: readonly Settings[N][];
  readonly labelOf: (option: Settings[N]) => string;
};

export const choicesIn = (t: T): { readonly [N in ChoiceName]: Choice<N> } => ({
  theme: {
    options: ['system', 'light', 'dark'],
    labelOf: (theme) => t(`themes.${theme}`),
  },
  contrast: {
    options: ['system', 'more'],
    labelOf: (contrast) => t(`contrasts.${contrast}`),
  },
  textSize: {
    options: textSizes,
    labelOf: (size) => t('percent', { size }),
  },
  density: {
    options: ['comfortable', 'compact'],
    labelOf: (density) => t(`densities.${density}`),
  },
  language: {
    options: ['system', 'en', 'es'],
    labelOf: (language) => t(`languages.${language}`),
  },
});

const titlesOf = (t: T): Readonly<Record<SectionName, string>> => ({
  appearance: t('appearance'),
  replies: t('replies'),
  hours: t('hours:title'),
  notifications: t('notifications'),
  background: t('background:title'),
  data: t('data:title'),
  updates: t('updates:title'),
  about: t('about'),
});

const labelsOf = (t: T): Readonly<Record<SettingName, readonly [label: string, text?: string]>> => {
  const larger = printedKey('Mod+Plus');
  const smaller = printedKey('Mod+-');
  return {
    theme: [t('theme')],
    contrast: [t('contrast'), t('contrastText')],
    textSize: [t('textSize'), t('textSizeText', { larger, smaller })],
    density: [t('density')],
    language: [t('language')],
    send: [t('send', { keys: keysOfWay('next', true) })],
    undo: [t('undo'), t('undoText')],
    savedReplies: [t('savedReplies'), t('savedRepliesText')],
    timeZone: [t('hours:zone')],
    week: [t('hours:title'), t('hours:text')],
    holidays: [t('hours:holidays')],
    notifications: [t('notificationsText')],
    quiet: [t('background:quiet.title'), t('background:quiet.text')],
    reach: [t('reach:title'), t('reach:text')],
    keepRunning: [t('background:keep'), t('background:keepText')],
    startAtLogin: [t('background:login'), t('background:loginText')],
    export: [t('data:export'), t('data:exportText')],
    backup: [t('data:backup'), t('data:backupText')],
    restore: [t('data:restore'), t('data:restoreText')],
    diagnostics: [t('data:diagnostics'), t('data:diagnosticsText')],
    update: [t('updates:update')],
    keepUpToDate: [t('updates:keep'), t('updates:keepText')],
    whatsNew: [t('updates:whatsNew')],
    version: [t('versionLabel')],
  };
};

export const sectionsIn = (t: T): readonly Section[] => {
  const labels = labelsOf(t);
  const titles = titlesOf(t);
  return (Object.keys(settingsOf) as SectionName[]).map((name) => {
    const title = titles[name];
    return {
      name,
      title,
      settings: settingsOf[name].map((setting) => {
        const [label, text = ''] = labels[setting];
        return { name: setting, label, text, also: t(`also.${setting}`), section: title };
      }),
    };
  });
};
