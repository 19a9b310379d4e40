/** Composition root of the main process: window first, then the services behind it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, nativeTheme, powerMonitor, session } from 'electron';
import type { CommandOutput } from '../../contract/commands.ts';
import type { Answer } from '../../contract/errors.ts';
import type { ToEngine } from '../../contract/port.ts';
import { pause, systemClock } from '../clock/clock.ts';
import { serveApp } from './app-protocol.ts';
import { openChoice } from './background/choice.ts';
import { createChildStarter, detectChildRuntime } from './child-starter.ts';
import { openEngine } from './early-engine.ts';
import { createFirstAnswers } from './first-calls.ts';
import { createFirstScreenChoice } from './first-screen.ts';
import { createFront } from './front.ts';
import { openGate, sendEvent } from './ipc.ts';
import { lockSession } from './lockdown.ts';
import { createMenu } from './menu.ts';
import { createSpelling } from './spelling.ts';
import { findOpenRequest, type Opened } from './opened.ts';
import { createCrashHandler } from './page-crash.ts';
import { shouldStartPractice, startsHidden, type StartOptions } from './options.ts';
import { createStartInfo } from './start-info.ts';
import { printLine } from './terminal.ts';
import { loadPlainPage, openWindow } from './window.ts';
import { readWindowState } from './window-state.ts';
import { chooseLanguage } from './words.ts';

/** Longest wait for the first leads before the services are loaded. */
const maxPaintMs = 1_500;

/** Longest time until a system that announced its shutdown quits the app. It may also cancel, without notice. */
const maxShutdownMs = 60_000;

/** macOS passes no arguments at sign-in. */
const wasOpenedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

/**
 * Runs the app until it quits; the returned function handles files and links that the system opens.
 * @param built the folder of the built main process
 */
export const runApp = (options: StartOptions, built: string) => {
  const dataFolder = app.getPath('userData');
  const runtime = `Electron ${process.versions['electron'] ?? ''}`;
  printLine(`hearthline: ${process.env['HEARTHLINE_RUNTIME'] ?? runtime}`);
  printLine(`hearthline: data in ${dataFolder}`);

  const stateFile = join(dataFolder, 'window.json');
  const choice = openChoice(join(dataFolder, 'background.json'));
  /** True if quitting was confirmed. */
  let isQuitting = false;
  /** Steady time until which a quit counts as the system's shutdown. */
  let shutdownEnd = 0;
  const { promise: startsServices, resolve: loadServices } = Promise.withResolvers<void>();
  const { promise: opensKeychain, resolve: openKeychain } = Promise.withResolvers<void>();
  const startServices = (): void => {
    loadServices();
    if (!isQuitting) openKeychain();
  };
  const handleCrash = createCrashHandler({
    ask: () => services.then(({ askAboutCrashes }) => askAboutCrashes()),
    logCrash: ({ reason, exitCode }, inRow, waitMs) => {
      startServices();
      void services.then(({ log }) =>
        log.error({ kind: reason, exitCode, inRow, waitMs }, 'the page crashed'),
      );
    },
    clock: systemClock,
  });
  const front = createFront({
    open: () => {
      const window = openWindow({
        preload: join(built, '../preload/index.cjs'),
        stateFile,
        icon: join(built, '../../resources/icon-window.png'),
        isDevelopment: !app.isPackaged,
      });
      window.webContents.once('before-input-event', () => spelling.handleTyping());
      window.webContents.on('context-menu', (_event, params) => {
        void services.then(({ openContextMenu }) => openContextMenu(params));
      });
      void services.then(({ handleNewWindow }) => handleNewWindow());
      return window;
    },
    keepsRunning: () => choice.get().keepRunning,
    hasTrayIcon: () => services.then(({ isInTray }) => isInTray()),
    sendEvent,
    // A notice on macOS may be clicked while another app is in front.
    moveToFront: () => void (process.platform === 'darwin' && app.focus({ steal: true })),
    onPageCrash: handleCrash,
    loadPlain: loadPlainPage,
    platform: process.platform,
  });

  const childRuntime = detectChildRuntime();
  const startChild = createChildStarter(childRuntime, process.env);
  const isNew = !['leads.db', 'vault.bin'].some((name) => existsSync(join(dataFolder, name)));
  // The page waits for the engine, whose process starts as slowly, so the engine starts first.
  const engine = openEngine({
    childRuntime,
    launch: (accounts, isAlone) => {
      const child = startChild(join(built, 'engine.js'), [], 'Hearthline engine');
      child.send({ type: 'start', dataFolder, accounts, isAlone } satisfies ToEngine);
      return child;
    },
    notify: front.notify,
    services: startsServices.then(() => services),
  });

  nativeTheme.themeSource = readWindowState(stateFile).theme;
  const spelling = createSpelling(session.defaultSession, process.platform);
  lockSession(session.defaultSession, spelling.mayFetch);
  const scriptServed = serveApp(session.defaultSession, {
    renderer: join(built, '../renderer'),
    photos: join(dataFolder, 'photos'),
  });
  const isHidden = options.isHidden || wasOpenedAtLogin();
  /** A hidden start has no window if the app may run without one. */
  const isWindowless = isHidden && choice.get().keepRunning;
  const startsPractice = shouldStartPractice(options, {
    accounts: 0,
    hasPractice: false,
    isInstalled: app.isPackaged,
  });
  const chooseFirstScreen = createFirstScreenChoice({
    isNew,
    startsPractice,
    // The page reads the same answer.
    askReports: () =>
      engine.ask('connection.report', {}) as Promise<Answer<CommandOutput<'connection.report'>>>,
    clock: systemClock,
  });
  /** Settles when the page was notified of a profile that the system opened. */
  let opening: Promise<void> = Promise.resolve();
  const describeStart = createStartInfo({
    front,
    runtime,
    chooseFirstScreen: async () => {
      const start = await chooseFirstScreen();
      if (start === 'welcome') startServices();
      return start;
    },
    getEngineState: engine.getState,
    readProfile: async () => {
      await opening;
      return options.profileFile === null ? null : (await services).startProfile;
    },
  });
  // Loading the services before the first leads are painted would delay these.
  if (isWindowless) startServices();
  else
    void scriptServed
      .then(() => pause(systemClock, isNew || options.profileFile !== null ? 0 : maxPaintMs))
      .then(startServices);
  const services = startsServices
    .then(() => import('./services.ts'))
    .then(({ openServices }) =>
      openServices({
        options,
        built,
        dataFolder,
        runtime,
        startChild,
        opensKeychain,
        earlyEngine: engine,
        describeStart,
        front,
        isWindowless,
        choice,
        spelling,
        showMenu: (shown) => menu.show(shown),
      }),
    );
  if (!isWindowless) front.open(isHidden ? 'minimized' : 'shown');
  const answerFirst = createFirstAnswers({
    askEngine: engine.askEncoded,
    describeStart,
    onError: (command, err) =>
      void services.then(({ log }) => log.error({ command, err }, 'a command failed')),
  });
  openGate(async (command, input) => {
    if (command === 'shell.painted') startServices();
    return answerFirst(command, input) ?? (await services).answer(command, input);
  }, front.getWindow);
  // The page's process starts meanwhile; building a menu takes as long as all of the above.
  const menu = createMenu({
    isDevelopment: !app.isPackaged,
    language: chooseLanguage('system', app.getLocale()),
    choose: (id) => front.showAndNotify('menuChosen', { id }),
  });

  const open = (opened: Opened): void => {
    front.show();
    if (opened.what !== 'profile') return;
    startServices();
    opening = services.then(({ openProfile }) => openProfile(opened.file));
  };
  app.on('second-instance', (_event, args, folder) => {
    const opened = findOpenRequest(args.slice(1), folder);
    if (opened !== null) open(opened);
    else if (!startsHidden(args)) front.show();
  });
  // On Windows the app registers the scheme, on other systems its package does.
  if (app.isPackaged && process.platform === 'win32')
    app.setAsDefaultProtocolClient('hearthline', process.execPath, ['--']);
  app.on('activate', front.show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !choice.get().keepRunning) app.quit();
  });
  const leave = (): void => {
    isQuitting = true;
    app.quit();
  };
  app.on('before-quit', (event) => {
    // The keychain stays closed, because it may ask for a password.
    loadServices();
    isQuitting ||= systemClock.steady() < shutdownEnd;
    if (isQuitting) return front.allowClosing();
    event.preventDefault();
    void services
      .then(({ mayQuit }) => mayQuit())
      .then((may) => {
        if (may) return leave();
        startServices();
        front.show();
      }, leave);
  });
  powerMonitor.on('shutdown', () => (shutdownEnd = systemClock.steady() + maxShutdownMs));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, leave);
  let isStopping = false;
  app.on('will-quit', (event) => {
    if (isStopping) return;
    event.preventDefault();
    isStopping = true;
    void services.then(({ stop }) => stop()).finally(() => app.exit(0));
  });
  services.catch((error: unknown) => {
    printLine(`hearthline: cannot start: ${error instanceof Error ? error.message : 'unknown'}`);
    app.exit(1);
  });
  return open;
};
