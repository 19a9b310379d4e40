/** The number of leads that need a reply, on the app's icon. */
import { join } from 'node:path';
import { app, nativeImage, type BrowserWindow } from 'electron';
import { formatNeedsReply } from './tray-menu.ts';
import { desktopWords, type AppLanguage } from '../words.ts';

/** Larger numbers share one picture. */
const maxDrawn = 9;

/** Shows a number, or nothing for 0. */
export const showBadge = (
  folder: string,
  window: BrowserWindow | null,
  count: number,
  language: AppLanguage,
): void => {
  app.setBadgeCount(count);
  if (process.platform !== 'win32' || window === null || window.isDestroyed()) return;
  const picture = join(folder, `badge-${count > maxDrawn ? 'more' : count}.png`);
  window.setOverlayIcon(
    count === 0 ? null : nativeImage.createFromPath(picture),
    count === 0 ? '' : formatNeedsReply(count, desktopWords[language]),
  );
};
