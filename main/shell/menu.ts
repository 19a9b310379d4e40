/** The native menu: the system's own roles, so that copy, paste and quit work everywhere. */
import { Menu, type MenuItemConstructorOptions } from 'electron';

/** @param developing adds the items that only somebody who works on Hearthline needs */
export const setMenu = (developing: boolean): void => {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(developing
      ? ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const)
      : []),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      { role: 'fileMenu' },
      { role: 'editMenu' },
      { label: 'View', submenu: view },
      { role: 'windowMenu' },
    ]),
  );
};
