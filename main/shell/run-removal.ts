/** A start that removes everything that the app keeps on this computer, shows nothing, and ends. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { openLoginStart } from './background/open.ts';
import { childStarter, ownWay } from './child-starter.ts';
import { removeData } from './remove-data.ts';
import { say } from './terminal.ts';

/** Longer than a keychain's prompt may stand unanswered, in milliseconds. */
const patienceMs = 30_000;

/** Where the system has programs keep what can be had again. */
const cacheFolder = (): string => {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const home = app.getPath('home');
  if (process.platform === 'darwin') return join(home, 'Library/Caches');
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(home, 'AppData/Local');
  return XDG_CACHE_HOME ?? join(home, '.cache');
};

/**
 * Must be called before the app is ready.
 *
 * @param namedFolder the data folder that the command line named: such a folder may hold more than ours
 * @param built the folder of the built main process
 * @returns the program's exit code: 0 when nothing is left
 */
export const runRemoval = async ({
  namedFolder,
  built,
}: {
  readonly namedFolder: string | null;
  readonly built: string;
}): Promise<0 | 1> => {
  if (namedFolder !== null) {
    say(`hearthline: --remove-data is for the usual place; delete ${namedFolder} yourself`);
    return 1;
  }
  if (!app.requestSingleInstanceLock()) {
    say('hearthline: Hearthline is running: quit it, then remove its data');
    return 1;
  }
  const dataFolder = app.getPath('userData');
  // Chromium holds files open as long as this runs: not in the folder that goes.
  const elsewhere = mkdtempSync(join(tmpdir(), 'hearthline-'));
  app.setPath('userData', elsewhere);
  app.setPath('sessionData', elsewhere);
  await app.whenReady();
  const startChild = childStarter(ownWay(), process.env);
  const code = await removeData({
    folders: [dataFolder, join(cacheFolder(), 'hearthline-updater')],
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
    say,
  });
  await rm(elsewhere, { recursive: true, force: true }).catch(() => undefined);
  return code;
};
