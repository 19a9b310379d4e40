/** Entries of the native menu: the system's roles and the window's actions. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuItem } from '../../contract/commands/shell.ts';
import type { MenuWords } from './words.ts';

type Entries = MenuItemConstructorOptions[];

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Joins lists, with a separator between those that have entries. */
const joinWithSeparators = (...lists: readonly Entries[]): Entries =>
  lists
    .filter(({ length }) => length > 0)
    .flatMap((list, index) => (index === 0 ? list : [separator, ...list]));

export const buildMenuTemplate = (dependencies: {
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
  readonly words: MenuWords;
  readonly items: readonly MenuItem[];
  readonly choose: (id: string) => void;
}): Entries => {
  const { platform, isDevelopment, words, items, choose } = dependencies;
  const isMac = platform === 'darwin';

  /** macOS itself handles every key that a menu shows, so it must not show plain letters. */
  const isShown = (accelerator: string): boolean => !isMac || accelerator.startsWith('CmdOrCtrl+');

  const listItems = (menu: MenuItem['menu']): Entries =>
    items
      .filter((item) => item.menu === menu)
      .flatMap(({ id, label, accelerator, isEnabled, hasSeparator }, index) => [
        ...(hasSeparator && index > 0 ? [separator] : []),
        {
          id,
          label: label.replaceAll('&', '&&'),
          enabled: isEnabled,
          click: () => choose(id),
          ...(accelerator !== null &&
            isShown(accelerator) && { accelerator, registerAccelerator: false }),
        },
      ]);

  const appMenu: Entries = [
    ...joinWithSeparators([{ role: 'about', label: words.about }], listItems('file')),
    separator,
    { role: 'services', label: words.services },
    separator,
    { role: 'hide', label: words.hide },
    { role: 'hideOthers', label: words.hideOthers },
    { role: 'unhide', label: words.showAll },
    separator,
    { role: 'quit', label: words.quit },
  ];
  const edit: Entries = [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    separator,
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'delete', label: words.delete },
    { role: 'selectAll', label: words.selectAll },
  ];
  const developer: Entries = [
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.developerTools },
  ];
  const window: Entries = [
    { role: 'minimize', label: words.minimize },
    ...(isMac
      ? ([
          { role: 'zoom', label: words.zoom },
          separator,
          { role: 'front', label: words.front },
        ] satisfies Entries)
      : []),
  ];
  const close: Entries = [{ role: 'close', label: words.close }];
  const quit: Entries = isMac ? [] : [{ role: 'quit', label: words.quit }];

  const bar: (MenuItemConstructorOptions & { submenu: Entries })[] = [
    {
      label: words.file,
      submenu: joinWithSeparators(isMac ? [] : listItems('file'), [...close, ...quit]),
    },
    { role: 'editMenu', label: words.edit, submenu: joinWithSeparators(edit, listItems('edit')) },
    {
      role: 'viewMenu',
      label: words.view,
      submenu: joinWithSeparators(
        listItems('view'),
        [{ role: 'togglefullscreen', label: words.fullScreen }],
        isDevelopment ? developer : [],
      ),
    },
    { label: words.lead, submenu: listItems('lead') },
    { label: words.go, submenu: listItems('go') },
    { role: 'windowMenu', label: words.window, submenu: window },
    { role: 'help', label: words.help, submenu: listItems('help') },
  ];
  return [
    ...(isMac ? [{ role: 'appMenu', label: 'Hearthline', submenu: appMenu } as const] : []),
    ...bar.filter(({ submenu }) => submenu.length > 0),
  ];
};
