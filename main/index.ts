/**
 * The main process, top to bottom: what the app is allowed to do, where it keeps things, and who
 * talks to whom. Everything with a mind of its own lives in a folder beside this file.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { app } from 'electron';
import { declareAppScheme } from './shell/app-protocol.ts';
import { lockContents } from './shell/lockdown.ts';
import { lookupRules, readConfiguration } from './shell/name-lookup.ts';
import { keepPrivate } from './shell/private-data.ts';
import { followOpened, openedBy, type Opened } from './shell/opened.ts';
import { readOptions } from './shell/options.ts';
import { runApp } from './shell/run.ts';
import { surviveClosedTerminal } from './shell/terminal.ts';

const options = readOptions(process.argv.slice(1), process.env, process.cwd());

// The development scripts add --no-sandbox for root on Linux, where Chromium refuses its sandbox; to ask
// for it all the same would keep Chromium's own processes from starting.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
// Chromium reads it when its network begins.
app.commandLine.appendSwitch(
  'host-resolver-rules',
  lookupRules(app.isPackaged ? readConfiguration(process.resourcesPath) : null),
);
declareAppScheme();
lockContents();
surviveClosedTerminal();

if (options.dataFolder !== null) {
  app.setPath('userData', options.dataFolder);
  app.setPath('sessionData', options.dataFolder);
  app.setPath('crashDumps', join(options.dataFolder, 'crashes'));
  app.setAppLogsPath(join(options.dataFolder, 'logs'));
}

// Windows shows notifications, and starts at sign-in, for the app that its shortcut names.
if (process.platform === 'win32') app.setAppUserModelId('com.hearthline.app');

keepPrivate(app.getPath('userData'));

if (options.removesData) {
  const { runRemoval } = await import('./shell/run-removal.ts');
  const removal = { namedFolder: options.dataFolder, built: import.meta.dirname };
  void runRemoval(removal).then((code) => app.exit(code));
} else if (app.requestSingleInstanceLock()) {
  // macOS may say what to open before the app is ready for it.
  const early = [openedBy(process.argv.slice(1), process.cwd())].filter(
    (opened) => opened !== null,
  );
  let open = (opened: Opened): void => void early.push(opened);
  followOpened(app, (opened) => open(opened));
  void app.whenReady().then(() => {
    open = runApp({ options, random: randomBytes, built: import.meta.dirname }).open;
    for (const opened of early) open(opened);
  });
} else {
  const { startWithoutLock } = await import('./shell/without-lock.ts');
  void startWithoutLock(app.getPath('userData')).then((code) => app.exit(code));
}
