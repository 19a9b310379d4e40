/** The one place where a window is made (security rule 1). */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { appOrigin } from './app-protocol.ts';
import { placeOn, readWindowState, writeWindowState } from './window-state.ts';

type Dependencies = {
  /** Absolute path of the built preload file. */
  readonly preload: string;
  /** Where the window's place is remembered. */
  readonly stateFile: string;
  readonly icon: string;
  readonly developing: boolean;
};

/** Makes the window where it was; whoever asked for it shows it when there is something to see. */
export const openWindow = ({
  preload,
  stateFile,
  icon,
  developing,
}: Dependencies): BrowserWindow => {
  const state = readWindowState(stateFile);
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...placeOn(areas, state),
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
      devTools: developing,
      spellcheck: true,
      zoomFactor: state.textSize / 100,
    },
  });
  if (state.maximized) window.maximize();

  const remember = (): void =>
    writeWindowState(stateFile, {
      ...window.getNormalBounds(),
      maximized: window.isMaximized(),
      theme: nativeTheme.themeSource,
      textSize: Math.round(window.webContents.getZoomFactor() * 100),
    });
  window.on('close', remember);
  nativeTheme.on('updated', remember);
  window.once('closed', () => nativeTheme.off('updated', remember));

  void window.loadURL(`${appOrigin}/`);
  return window;
};

/** Loads the page so that it opens no lead, and remembers no layout and no searches. */
export const loadPlainPage = ({ webContents }: BrowserWindow): void => {
  void webContents.session
    .clearStorageData({ storages: ['localstorage'] })
    .finally(() => void webContents.loadURL(`${appOrigin}/?plain`));
};
