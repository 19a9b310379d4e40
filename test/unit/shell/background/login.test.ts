/** The start at sign-in where the system keeps it: on Windows and macOS. On Linux it is a file (background.test.ts). */
import { describe, expect, it } from 'vitest';
import { createLoginStart } from '../../../../main/shell/background/login.ts';

type App = Parameters<typeof createLoginStart>[0]['app'];
type Settings = Parameters<App['setLoginItemSettings']>[0];

const command = ['C:\\Hearthline\\Hearthline.exe', '--hidden'];

/** A system that keeps what it is told; `allowed` is the person's own switch in the settings of Windows. */
const on = (platform: NodeJS.Platform, { isPackaged = true, allowed = true } = {}) => {
  const told: Settings[] = [];
  const asked: object[] = [];
  const app = {
    isPackaged,
    setLoginItemSettings: (settings: Settings) => void told.push(settings),
    getLoginItemSettings: (settings: object = {}) => {
      asked.push(settings);
      const openAtLogin = told.at(-1)?.openAtLogin ?? false;
      return { openAtLogin, executableWillLaunchAtLogin: allowed } as ReturnType<
        App['getLoginItemSettings']
      >;
    },
  };
  return { told, asked, login: createLoginStart({ app, platform, command, file: '' }) };
};

describe('the start at sign-in', () => {
  it('is what the system keeps', () => {
    for (const platform of ['win32', 'darwin'] as const) {
      const { login } = on(platform);
      expect(login.get()).toBe(false);
      expect(login.set(true).ok).toBe(true);
      expect(login.get()).toBe(true);
      login.set(false);
      expect(login.get()).toBe(false);
    }
  });

  it('is of the program with its arguments on Windows, which is asked for that very start', () => {
    const { login, told, asked } = on('win32');
    login.set(true);
    login.get();
    const start = { path: command[0], args: ['--hidden'] };
    expect([told, asked]).toEqual([[{ openAtLogin: true, ...start }], [start]]);
  });

  it('is off where the settings of Windows say so, whatever was asked for', () => {
    const { login } = on('win32', { allowed: false });
    login.set(true);
    expect(login.get()).toBe(false);
  });

  it('cannot be set in development, nor on a system that is none of the three', () => {
    for (const { login } of [on('win32', { isPackaged: false }), on('freebsd')]) {
      expect(login.get()).toBeNull();
      expect(login.set(true).ok).toBe(false);
    }
  });
});
