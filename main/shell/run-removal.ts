/** A start with `--remove-data`: removes the app's data without a window, then exits. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { openLoginStart } from './background/open.ts';
import { createChildStarter, detectChildRuntime } from './child-starter.ts';
import { findFolderFailure } from './folder-failure.ts';
import { removeData } from './remove-data.ts';
import { printLine } from './terminal.ts';

/** Longer than the keychain's own time-out, in milliseconds. */
const patienceMs = 30_000;

/** Data outside the data folder: the updater's, and macOS's for each app. */
const listOtherPaths = (): readonly string[] => {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const home = app.getPath('home');
  const updater = 'hearthline-updater';
  if (process.platform === 'win32')
    return [join(LOCALAPPDATA ?? join(home, 'AppData/Local'), updater)];
  if (process.platform !== 'darwin') return [join(XDG_CACHE_HOME ?? join(home, '.cache'), updater)];
  return [
    `Caches/${updater}`,
    'Caches/com.hearthline.app.ShipIt',
    'Preferences/com.hearthline.app.plist',
    'Saved Application State/com.hearthline.app.savedState',
  ].map((path) => join(home, 'Library', path));
};

/**
 * Call before the app is ready.
 * @param namedFolder the data folder of the command line, which may contain other things
 * @param built the folder of the built main process
 * @returns the exit code: 0 if nothing is left
 */
export const runRemoval = async (namedFolder: string | null, built: string): Promise<0 | 1> => {
  if (namedFolder !== null) {
    printLine(`hearthline: --remove-data is for the usual place; delete ${namedFolder} yourself`);
    return 1;
  }
  const dataFolder = app.getPath('userData');
  if (!app.requestSingleInstanceLock()) {
    const failure = findFolderFailure(dataFolder);
    printLine(
      failure === null
        ? 'hearthline: Hearthline is running: quit it, then remove its data'
        : `hearthline: cannot write to the data folder ${dataFolder} (${failure.code})`,
    );
    return 1;
  }
  // Chromium keeps files open; they must not be in the removed folder.
  const elsewhere = mkdtempSync(join(tmpdir(), 'hearthline-'));
  app.setPath('userData', elsewhere);
  app.setPath('sessionData', elsewhere);
  await app.whenReady();
  const startChild = createChildStarter(detectChildRuntime(), process.env);
  const code = await removeData({
    paths: [dataFolder, ...listOtherPaths()],
    forgetKey: () => {
      const child = startChild(
        join(built, 'keychain.js'),
        ['Hearthline', dataFolder, '--forget'],
        'Hearthline keychain',
      );
      setTimeout(child.destroy, patienceMs).unref();
      return child;
    },
    login: openLoginStart(null),
    printLine,
  });
  await rm(elsewhere, { recursive: true, force: true }).catch(() => undefined);
  return code;
};
