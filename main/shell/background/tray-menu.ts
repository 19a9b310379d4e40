/** Entries of the tray menu, and its line about the inbox. */
import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from '../words.ts';

export type TrayState = {
  readonly needsReply: number;
  readonly quiet: { readonly until: number | null; readonly paused: boolean };
};

export type TrayActions = {
  readonly open: () => void;
  readonly openNeedsReply: () => void;
  readonly pause: (length: 'hour' | 'tomorrow' | 'none') => void;
  readonly openSettings: () => void;
  readonly quit: () => void;
};

/** Formats the end of quiet, with the day unless it is today. */
const formatQuietTime = (
  until: number,
  words: DesktopWords,
  now: number,
  language: string,
): string => {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  const time = new Intl.DateTimeFormat(`${language}-US`, {
    ...(isToday ? {} : { weekday: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(until);
  return words.quietUntil.replace('{{time}}', time);
};

export const formatNeedsReply = (count: number, words: DesktopWords): string => {
  if (count === 0) return words.noneNeedsReply;
  // Both languages are those of the United States, which format numbers alike.
  const formatted = count.toLocaleString('en-US');
  return (count === 1 ? words.oneNeedsReply : words.manyNeedReply).replace('{{count}}', formatted);
};

export const buildTrayMenu = (
  { needsReply, quiet }: TrayState,
  words: DesktopWords,
  actions: TrayActions,
  { now, language }: { readonly now: number; readonly language: string },
): readonly MenuItemConstructorOptions[] => [
  { label: words.open, click: actions.open },
  {
    label: formatNeedsReply(needsReply, words),
    enabled: needsReply > 0,
    click: actions.openNeedsReply,
  },
  { type: 'separator' },
  ...(quiet.until === null
    ? []
    : [{ label: formatQuietTime(quiet.until, words, now, language), enabled: false }]),
  ...(quiet.paused
    ? [{ label: words.resume, click: () => actions.pause('none') }]
    : [
        { label: words.quietHour, click: () => actions.pause('hour') },
        { label: words.quietMorning, click: () => actions.pause('tomorrow') },
      ]),
  { type: 'separator' },
  { label: words.settings, click: actions.openSettings },
  { type: 'separator' },
  { label: words.quit, click: actions.quit },
];
