/** How many need a reply, on the app's icon: a number on the dock, a small one over the icon of Windows' taskbar. */
import { join } from 'node:path';
import { app, nativeImage, type BrowserWindow } from 'electron';
import { needsReplyText } from './tray-menu.ts';
import { desktopWords } from './words.ts';

/** The numbers that there are pictures of; a larger one is shown as more than these. */
const mostDrawn = 9;

/**
 * Shows the number; none for 0.
 *
 * @param folder of the pictures
 */
export const showBadge = (
  folder: string,
  window: BrowserWindow | null,
  count: number,
  language: 'en' | 'es',
): void => {
  app.setBadgeCount(count);
  if (process.platform !== 'win32' || window === null || window.isDestroyed()) return;
  const picture = join(folder, `badge-${count > mostDrawn ? 'more' : count}.png`);
  window.setOverlayIcon(
    count === 0 ? null : nativeImage.createFromPath(picture),
    count === 0 ? '' : needsReplyText(count, desktopWords[language]),
  );
};
