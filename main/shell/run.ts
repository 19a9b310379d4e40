/**
 * The composition root of the main process: shows the window, opens what works behind it, introduces
 * everybody to each other, and takes all of it down again in order.
 */
import { join } from 'node:path';
import { app, nativeTheme, session, type BrowserWindow } from 'electron';
import type { EventName, EventPayload } from '../../contract/events.ts';
import type { AttachedAccount, ToEngine } from '../../contract/port.ts';
import { serveApp } from './app-protocol.ts';
import { startChild, type Child } from './child.ts';
import { openGate, tellWindow } from './ipc.ts';
import { lockSession } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { createSpelling } from './spelling.ts';
import type { StartOptions } from './options.ts';
import { say } from './terminal.ts';
import { openWindow } from './window.ts';
import { readWindowState } from './window-state.ts';

type Dependencies = {
  readonly options: StartOptions;
  readonly random: (bytes: number) => Buffer;
  /** The folder of the built main process. */
  readonly built: string;
};

/** Runs the app until it quits. */
export const runApp = ({ options, random, built }: Dependencies): void => {
  const dataFolder = app.getPath('userData');
  const runtime = `Electron ${process.versions['electron'] ?? ''}`;
  say(`hearthline: ${process.env['HEARTHLINE_RUNTIME'] ?? runtime}`);
  say(`hearthline: data in ${dataFolder}`);

  let window: BrowserWindow | null = null;
  const stateFile = join(dataFolder, 'window.json');
  const tell = <E extends EventName>(event: E, payload: EventPayload<E>): void =>
    tellWindow(window, event, payload);
  const open = (): void => {
    window = openWindow({
      preload: join(built, '../preload/index.cjs'),
      stateFile,
      icon: join(built, '../../resources/icon-window.png'),
      developing: !app.isPackaged,
    });
    window.once('closed', () => (window = null));
    window.webContents.once('before-input-event', () => spelling.typed());
    window.webContents.on('context-menu', (_event, place) => {
      void behind.then(({ contextMenu }) => contextMenu(place));
    });
  };
  const show = (): void => {
    if (!window) open();
    else if (window.isMinimized()) window.restore();
    window?.show();
    window?.focus();
  };

  const launchEngine = (accounts: readonly AttachedAccount[] | null): Child => {
    const child = startChild(join(built, 'engine.js'), [], 'Hearthline engine');
    child.send({ type: 'start', dataFolder, accounts } satisfies ToEngine);
    return child;
  };
  // Its process takes as long to start as the page's, which waits for it: it comes first.
  let started: Child | null = launchEngine(null);

  nativeTheme.themeSource = readWindowState(stateFile).theme;
  const spelling = createSpelling(session.defaultSession, process.platform);
  lockSession(session.defaultSession, spelling.mayFetch);
  const scriptServed = serveApp(session.defaultSession, {
    renderer: join(built, '../renderer'),
    photos: join(dataFolder, 'photos'),
  });
  open();
  // Reading it takes as long as the page takes to read its script, and would keep the page from getting it.
  const behind = scriptServed
    .then(() => import('./behind.ts'))
    .then(({ openBehind }) =>
      openBehind({
        options,
        random,
        built,
        dataFolder,
        runtime,
        launchEngine: (accounts) => {
          const child = started ?? launchEngine(accounts);
          started = null;
          return child;
        },
        ourWindow: () => window,
        show,
        tell,
        spelling,
      }),
    );
  openGate(behind, () => window);
  // While the page's own process starts: building a menu takes as long as all of the above.
  setMenu(!app.isPackaged);

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    ended = true;
    void behind.then(({ stop }) => stop()).finally(() => app.exit(0));
  });
  behind.catch((error: unknown) => {
    say(`hearthline: cannot start: ${error instanceof Error ? error.message : 'unknown'}`);
    app.exit(1);
  });
};
