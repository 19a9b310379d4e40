/** Native context menus: ours for texts and links, and those that the page requests. */
import {
  clipboard,
  Menu,
  type BrowserWindow,
  type ContextMenuParams,
  type MenuItemConstructorOptions,
} from 'electron';
import type { CommandInput } from '../../contract/commands.ts';
import { openLink } from './links.ts';
import { buildMenuItems } from './menu-items.ts';
import { menuWords, type AppLanguage } from './words.ts';

export const showContextMenu = (
  window: BrowserWindow,
  params: ContextMenuParams,
  language: AppLanguage,
): void => {
  const contents = window.webContents;
  const items = buildMenuItems(params, menuWords[language], {
    open: (link) => void openLink(link),
    copy: (text) => void clipboard.writeText(text),
    replaceWord: (word) => void contents.replaceMisspelling(word),
    learnWord: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
  });
  if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
};

/** Shows a menu of the page; returns the chosen index or null. */
export const showPageMenu = (
  window: BrowserWindow,
  { items, at }: CommandInput<'shell.showMenu'>,
): Promise<number | null> =>
  new Promise((done) => {
    let chosen: number | null = null;
    const template = items.map((item, index): MenuItemConstructorOptions => {
      if (item === null) return { type: 'separator' };
      const { label, accelerator, checked } = typeof item === 'string' ? { label: item } : item;
      return {
        label: label.replaceAll('&', '&&'),
        click: () => (chosen = index),
        ...(accelerator !== undefined && { accelerator }),
        ...(checked !== undefined && { type: 'radio', checked }),
        registerAccelerator: false,
      };
    });
    const zoom = window.webContents.getZoomFactor();
    Menu.buildFromTemplate(template).popup({
      window,
      ...(at !== undefined && { x: Math.round(at.x * zoom), y: Math.round(at.y * zoom) }),
      // Some systems close the menu before they report the choice.
      callback: () => setImmediate(() => done(chosen)),
    });
  });
