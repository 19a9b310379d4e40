/** All settings by section, with labels and search texts in the window's language. */
import type { TFunction } from 'i18next';
import { formatKey } from '../platform/keyboard.ts';
import { formatSendKeys } from '../leads/send-keys.ts';
import type { Findable } from './search.ts';

export const settingNamespaces = [
  'settings',
  'hours',
  'background',
  'reach',
  'data',
  'updates',
] as const;
type T = TFunction<typeof settingNamespaces>;

/** Sections and settings in the order of the page. */
const settingsBySection = {
  appearance: ['theme', 'contrast', 'textSize', 'density', 'language'],
  replies: ['send', 'undo', 'savedReplies'],
  hours: ['timeZone', 'week', 'holidays'],
  notifications: ['notifications', 'quiet', 'reach'],
  background: ['keepRunning', 'startAtLogin'],
  data: ['export', 'backup', 'restore', 'diagnostics'],
  updates: ['update', 'keepUpToDate', 'whatsNew'],
  about: ['version'],
} as const;

export type SectionName = keyof typeof settingsBySection;
export type SettingName = (typeof settingsBySection)[SectionName][number];
export type Setting = Findable & { readonly name: SettingName };
export type Section = {
  readonly name: SectionName;
  readonly title: string;
  readonly settings: readonly Setting[];
};

const translateTitles = (t: T): Readonly<Record<SectionName, string>> => ({
  appearance: t('appearance'),
  replies: t('replies'),
  hours: t('hours:title'),
  notifications: t('notifications'),
  background: t('background:title'),
  data: t('data:title'),
  updates: t('updates:title'),
  about: t('about'),
});

const translateLabels = (
  t: T,
): Readonly<Record<SettingName, readonly [label: string, text?: string]>> => {
  const larger = formatKey('Mod+Plus');
  const smaller = formatKey('Mod+-');
  return {
    theme: [t('theme')],
    contrast: [t('contrast'), t('contrastText')],
    textSize: [t('textSize'), t('textSizeText', { larger, smaller })],
    density: [t('density')],
    language: [t('language')],
    send: [t('send', { keys: formatSendKeys('next', true) })],
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

export const buildSections = (t: T): readonly Section[] => {
  const labels = translateLabels(t);
  const titles = translateTitles(t);
  return (Object.keys(settingsBySection) as SectionName[]).map((name) => {
    const title = titles[name];
    return {
      name,
      title,
      settings: settingsBySection[name].map((setting) => {
        const [label, text = ''] = labels[setting];
        return { name: setting, label, text, also: t(`also.${setting}`), section: title };
      }),
    };
  });
};
