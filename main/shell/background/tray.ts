/** The tray icon with its tooltip and menu. */
import { join } from 'node:path';
import { Menu, nativeImage, Tray, type NativeImage } from 'electron';
import { formatNeedsReply, buildTrayMenu, type TrayActions, type TrayState } from './tray-menu.ts';
import { desktopWords, type AppLanguage } from '../words.ts';

export type TrayIcon = ReturnType<typeof addTrayIcon>;

/** macOS colors template images; other images bring their background, for light and dark panels. */
const loadImage = (folder: string, isWaiting: boolean): NativeImage => {
  const kind = process.platform === 'darwin' ? 'Template' : '';
  return nativeImage.createFromPath(join(folder, `tray${isWaiting ? '-waiting' : ''}${kind}.png`));
};

/** Adds the icon. The caller must keep the result: an unreferenced icon disappears. */
export const addTrayIcon = (folder: string, actions: TrayActions) => {
  const images = [loadImage(folder, false), loadImage(folder, true)] as const;
  const tray = new Tray(images[0]);
  let shown = '';
  // On macOS a click opens the menu.
  if (process.platform !== 'darwin') tray.on('click', actions.open);
  return {
    show: (state: TrayState, language: AppLanguage): void => {
      // Setting a menu closes an open one, so it is set only after a change.
      const wanted = JSON.stringify([state, language]);
      if (wanted === shown) return;
      shown = wanted;
      const words = desktopWords[language];
      const template = buildTrayMenu(state, words, actions, { now: Date.now(), language });
      tray.setImage(images[state.needsReply > 0 ? 1 : 0]);
      tray.setToolTip(`Hearthline · ${formatNeedsReply(state.needsReply, words)}`);
      tray.setContextMenu(Menu.buildFromTemplate([...template]));
    },
    remove: () => tray.destroy(),
  };
};
