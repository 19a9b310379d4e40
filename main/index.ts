/** Entry of the main process: security settings and folders first, then the app. */
import { join } from 'node:path';
import { app, Menu } from 'electron';
import { declareAppScheme } from './shell/app-protocol.ts';
import { lockContents } from './shell/lockdown.ts';
import { buildLookupRules, readConfiguration } from './shell/name-lookup.ts';
import { restrictDataFolder } from './shell/private-data.ts';
import { onOpenRequest, findOpenRequest, type Opened } from './shell/opened.ts';
import { parseOptions } from './shell/options.ts';
import { runApp } from './shell/run.ts';
import { surviveClosedTerminal } from './shell/terminal.ts';

const options = parseOptions(process.argv.slice(1), process.env, process.cwd());

// Development scripts add --no-sandbox for root on Linux, where Chromium refuses its sandbox;
// enabling it there would keep Chromium's processes from starting.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
// Chromium reads this when its network starts.
app.commandLine.appendSwitch(
  'host-resolver-rules',
  buildLookupRules(app.isPackaged ? readConfiguration(process.resourcesPath) : null),
);
declareAppScheme();
// Else Electron builds a default menu, which is replaced at once.
Menu.setApplicationMenu(null);
lockContents();
surviveClosedTerminal();

if (options.dataFolder !== null) {
  app.setPath('userData', options.dataFolder);
  app.setPath('sessionData', options.dataFolder);
  app.setPath('crashDumps', join(options.dataFolder, 'crashes'));
  app.setAppLogsPath(join(options.dataFolder, 'logs'));
}

// On Windows notifications and the start at sign-in need the id of the app's shortcut.
if (process.platform === 'win32') app.setAppUserModelId('com.hearthline.app');

restrictDataFolder(app.getPath('userData'));

if (options.removesData) {
  const { runRemoval } = await import('./shell/run-removal.ts');
  void runRemoval(options.dataFolder, import.meta.dirname).then((code) => app.exit(code));
} else if (app.requestSingleInstanceLock()) {
  // macOS may open files before the app is ready.
  const early = [findOpenRequest(process.argv.slice(1), process.cwd())].filter(
    (opened) => opened !== null,
  );
  let open = (opened: Opened): void => void early.push(opened);
  onOpenRequest(app, (opened) => open(opened));
  void app.whenReady().then(() => {
    open = runApp(options, import.meta.dirname);
    for (const opened of early) open(opened);
  });
} else {
  const { startWithoutLock } = await import('./shell/without-lock.ts');
  void startWithoutLock(app.getPath('userData')).then((code) => app.exit(code));
}
