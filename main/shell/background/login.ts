/** Whether Hearthline starts when somebody signs in to this computer: always as the system itself says it. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { App } from 'electron';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { replaceFile } from '../../vault/durable-file.ts';
import { autostartEntry, startsProgram } from './autostart-entry.ts';

export type LoginStart = {
  /** Null where it cannot be set. */
  readonly get: () => boolean | null;
  readonly set: (on: boolean) => Answer<unknown>;
};

const impossible = (): Answer<never> =>
  fail('internal', 'This build cannot be started when somebody signs in.');

/** By a file of the desktop's folder. */
const byEntry = (file: string, command: readonly string[]): LoginStart => ({
  get: () => {
    try {
      return startsProgram(readFileSync(file, 'utf8'));
    } catch {
      return false;
    }
  },
  set: (on) => {
    try {
      if (!on) {
        rmSync(file, { force: true });
        return succeed({});
      }
      const entry = autostartEntry(command);
      if (entry === null) return impossible();
      mkdirSync(dirname(file), { recursive: true });
      return replaceFile(file, Buffer.from(entry));
    } catch {
      return fail('read_only', 'The folder of programs that start at sign-in cannot be written.');
    }
  },
});

/**
 * Chooses the system's own way.
 *
 * @param command how this app is started hidden: the program's path and its arguments
 * @param file of the autostart folder on Linux
 */
export const createLoginStart = ({
  app,
  platform,
  command,
  file,
}: {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly command: readonly string[];
  readonly file: string;
}): LoginStart => {
  if (platform === 'linux') return byEntry(file, command);
  // In development this would be a bare Electron, without the app.
  if (!app.isPackaged || (platform !== 'win32' && platform !== 'darwin'))
    return { get: () => null, set: impossible };
  const [path = '', ...args] = command;
  const asked = platform === 'win32' ? { path, args } : {};
  return {
    get: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(asked);
      // Windows has a switch of its own in its settings, which leaves the entry where it is.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
    },
    set: (on) => {
      app.setLoginItemSettings({ openAtLogin: on, ...asked });
      return succeed({});
    },
  };
};

/**
 * How this app is started hidden.
 *
 * @param image the path of the AppImage that we run from: the program inside lies in a folder that goes
 * @param appPath the app's own folder, which an Electron in development must be told
 */
export const hiddenStart = ({
  program,
  image,
  appPath,
  dataFolder,
}: {
  readonly program: string;
  readonly image: string | undefined;
  readonly appPath: string | null;
  /** The folder that was named on the command line. */
  readonly dataFolder: string | null;
}): readonly string[] => [
  image ?? program,
  ...(appPath === null ? [] : [appPath]),
  ...(dataFolder === null ? [] : [`--user-data-dir=${dataFolder}`]),
  '--hidden',
];
