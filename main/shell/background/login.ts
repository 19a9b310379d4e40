/** Start of Hearthline at sign-in. The system's own setting is the only state. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { App } from 'electron';
import { fail, succeed, type Answer } from '../../../contract/errors.ts';
import { replaceFile } from '../../vault/durable-file.ts';
import { buildAutostartEntry, startsProgram } from './autostart-entry.ts';

export type LoginStart = {
  /** Null if it cannot be set. */
  readonly get: () => boolean | null;
  readonly set: (on: boolean) => Answer<unknown>;
};

const refuseStart = (): Answer<never> =>
  fail('internal', 'This build cannot be started when somebody signs in.');

const createEntryStart = (file: string, command: readonly string[]): LoginStart => ({
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
      const entry = buildAutostartEntry(command);
      if (entry === null) return refuseStart();
      mkdirSync(dirname(file), { recursive: true });
      return replaceFile(file, Buffer.from(entry));
    } catch {
      return fail('read_only', 'The folder of programs that start at sign-in cannot be written.');
    }
  },
});

/** Chooses the system's mechanism. `file` is the entry in Linux's autostart folder. */
export const createLoginStart = (dependencies: {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly command: readonly string[];
  readonly file: string;
}): LoginStart => {
  const { app, platform, command, file } = dependencies;
  if (platform === 'linux') return createEntryStart(file, command);
  // In development this would start a bare Electron.
  if (!app.isPackaged || (platform !== 'win32' && platform !== 'darwin'))
    return { get: () => null, set: refuseStart };
  const [path = '', ...args] = command;
  const query = platform === 'win32' ? { path, args } : {};
  return {
    get: () => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(query);
      // The settings of Windows can disable an entry without removing it.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
    },
    set: (on) => {
      app.setLoginItemSettings({ openAtLogin: on, ...query });
      return succeed({});
    },
  };
};

/** Builds the command that starts this app hidden: for an AppImage with its file, as the program's path changes. */
export const buildHiddenStart = (start: {
  readonly program: string;
  readonly image: string | undefined;
  readonly appPath: string | null;
  readonly dataFolder: string | null;
}): readonly string[] => [
  start.image ?? start.program,
  ...(start.appPath === null ? [] : [start.appPath]),
  ...(start.dataFolder === null ? [] : [`--user-data-dir=${start.dataFolder}`]),
  '--hidden',
];
