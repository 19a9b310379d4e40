/** The only place that creates a window (security rule 1). */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { appOrigin } from './app-protocol.ts';
import { choosePlace, readWindowState, writeWindowState } from './window-state.ts';

/** Creates the window at its stored position, hidden until its owner shows it. */
export const openWindow = (dependencies: {
  readonly preload: string;
  readonly stateFile: string;
  readonly icon: string;
  readonly isDevelopment: boolean;
}): BrowserWindow => {
  const { preload, stateFile, icon, isDevelopment } = dependencies;
  const state = readWindowState(stateFile);
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...choosePlace(areas, state),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Hearthline',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181b' : '#fbfbfa',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: isDevelopment,
      spellcheck: true,
      zoomFactor: state.textSize / 100,
    },
  });
  if (state.maximized) window.maximize();

  const saveState = (): void =>
    writeWindowState(stateFile, {
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      theme: nativeTheme.themeSource,
      textSize: Math.round(window.webContents.getZoomFactor() * 100),
    });
  window.on('close', saveState);
  nativeTheme.on('updated', saveState);
  window.once('closed', () => nativeTheme.off('updated', saveState));

  void window.loadURL(`${appOrigin}/`);
  return window;
};

/** Loads the page without an open lead, layout or past searches. */
export const loadPlainPage = ({ webContents }: BrowserWindow): void => {
  void webContents.session
    .clearStorageData({ storages: ['localstorage'] })
    .finally(() => void webContents.loadURL(`${appOrigin}/?plain`));
};
