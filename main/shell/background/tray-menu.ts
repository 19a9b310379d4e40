/** What the tray's menu offers, and the line that it says of the inbox. Free of Electron: these are choices. */
import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopWords } from './words.ts';

export type TrayState = {
  readonly needsReply: number;
  readonly quiet: { readonly until: number | null; readonly paused: boolean };
};

export type TrayDeeds = {
  readonly open: () => void;
  /** Opens the window at what needs a reply. */
  readonly openNeedsReply: () => void;
  readonly pause: (length: 'hour' | 'tomorrow' | 'none') => void;
  readonly settings: () => void;
  readonly quit: () => void;
};

/** Until when it is quiet: the hour, and the day where it is not today. */
const quietText = (until: number, words: DesktopWords, now: number, language: string): string => {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  const time = new Intl.DateTimeFormat(`${language}-US`, {
    ...(isToday ? {} : { weekday: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(until);
  return words.quietUntil.replace('{{time}}', time);
};

/** How many need a reply, in words; `none` where nobody does. */
export const needsReplyText = (count: number, words: DesktopWords): string => {
  if (count === 0) return words.noneNeedsReply;
  // Both languages are those of the United States, and write numbers alike.
  const written = count.toLocaleString('en-US');
  return (count === 1 ? words.oneNeedsReply : words.manyNeedReply).replace('{{count}}', written);
};

/**
 * The entries of the menu.
 *
 * @param now UTC milliseconds
 * @param language in which times are written
 */
export const trayMenu = (
  { needsReply, quiet }: TrayState,
  words: DesktopWords,
  deeds: TrayDeeds,
  { now, language }: { readonly now: number; readonly language: string },
): readonly MenuItemConstructorOptions[] => [
  { label: words.open, click: deeds.open },
  {
    label: needsReplyText(needsReply, words),
    enabled: needsReply > 0,
    click: deeds.openNeedsReply,
  },
  { type: 'separator' },
  ...(quiet.until === null
    ? []
    : [{ label: quietText(quiet.until, words, now, language), enabled: false }]),
  ...(quiet.paused
    ? [{ label: words.resume, click: () => deeds.pause('none') }]
    : [
        { label: words.quietHour, click: () => deeds.pause('hour') },
        { label: words.quietTomorrow, click: () => deeds.pause('tomorrow') },
      ]),
  { type: 'separator' },
  { label: words.settings, click: deeds.settings },
  { type: 'separator' },
  { label: words.quit, click: deeds.quit },
];
