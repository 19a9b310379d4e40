/** The icon in the tray: what it shows, what its menu offers, and what a click does. */
import { join } from 'node:path';
import { Menu, nativeImage, Tray, type NativeImage } from 'electron';
import { needsReplyText, trayMenu, type TrayDeeds, type TrayState } from './tray-menu.ts';
import { desktopWords } from './words.ts';

export type TrayIcon = {
  readonly show: (state: TrayState, language: 'en' | 'es') => void;
  readonly remove: () => void;
};

/** macOS colors the image for its bar by itself; elsewhere it brings its own ground, for light and dark panels. */
const imageOf = (folder: string, waits: boolean): NativeImage => {
  const kind = process.platform === 'darwin' ? 'Template' : '';
  return nativeImage.createFromPath(join(folder, `tray${waits ? '-waiting' : ''}${kind}.png`));
};

/**
 * Puts the icon into the tray. Whoever calls keeps the answer: an icon that nobody refers to is gone.
 *
 * @param folder of the pictures
 */
export const putIntoTray = (folder: string, deeds: TrayDeeds): TrayIcon => {
  const images = [imageOf(folder, false), imageOf(folder, true)] as const;
  const tray = new Tray(images[0]);
  let shown = '';
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', deeds.open);
  return {
    show: (state, language) => {
      // A menu that is open closes when it is made anew.
      const wanted = JSON.stringify([state, language]);
      if (wanted === shown) return;
      shown = wanted;
      const words = desktopWords[language];
      const template = trayMenu(state, words, deeds, { now: Date.now(), language });
      tray.setImage(images[state.needsReply > 0 ? 1 : 0]);
      tray.setToolTip(`Hearthline · ${needsReplyText(state.needsReply, words)}`);
      tray.setContextMenu(Menu.buildFromTemplate([...template]));
    },
    remove: () => tray.destroy(),
  };
};
