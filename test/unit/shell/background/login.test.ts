/** The start at sign-in as Windows and macOS store it. On Linux it is a file (also background.test.ts). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLoginStart } from '../../../../main/shell/background/login.ts';
import { temporaryFolder } from '../../engine/support/store.ts';

type App = Parameters<typeof createLoginStart>[0]['app'];
type Settings = Parameters<App['setLoginItemSettings']>[0];

const command = ['C:\\Hearthline\\Hearthline.exe', '--hidden'];

/** A system that stores login items; `allowed` is the person's switch in the Windows settings. */
const on = (platform: NodeJS.Platform, { isPackaged = true, allowed = true, file = '' } = {}) => {
  const saved: Settings[] = [];
  const asked: object[] = [];
  const app = {
    isPackaged,
    setLoginItemSettings: (settings: Settings) => void saved.push(settings),
    getLoginItemSettings: (settings: object = {}) => {
      asked.push(settings);
      const openAtLogin = saved.at(-1)?.openAtLogin ?? false;
      return { openAtLogin, executableWillLaunchAtLogin: allowed } as ReturnType<
        App['getLoginItemSettings']
      >;
    },
  };
  return { saved, asked, login: createLoginStart({ app, platform, command, file }) };
};

describe('the start at sign-in', () => {
  it('is read from and written to the system’s setting', () => {
    for (const platform of ['win32', 'darwin'] as const) {
      const { login } = on(platform);
      expect(login.get()).toBe(false);
      expect(login.set(true).ok).toBe(true);
      expect(login.get()).toBe(true);
      login.set(false);
      expect(login.get()).toBe(false);
    }
  });

  it('is stored and read on Windows with the program and its arguments', () => {
    const { login, saved, asked } = on('win32');
    login.set(true);
    login.get();
    const start = { path: command[0], args: ['--hidden'] };
    expect([saved, asked]).toEqual([[{ openAtLogin: true, ...start }], [start]]);
  });

  it('is off when the Windows settings disable it', () => {
    const { login } = on('win32', { allowed: false });
    login.set(true);
    expect(login.get()).toBe(false);
  });

  it('is refused on Linux if the folder of such programs cannot be written', () => {
    const autostart = join(temporaryFolder(), 'autostart');
    writeFileSync(autostart, 'a file in place of the folder');
    const { login } = on('linux', { file: join(autostart, 'hearthline.desktop') });
    expect(login.set(true)).toMatchObject({ ok: false, error: { code: 'read_only' } });
    expect(login.get()).toBe(false);
  });

  it('cannot be set in development or on an unknown system', () => {
    for (const { login } of [on('win32', { isPackaged: false }), on('freebsd')]) {
      expect(login.get()).toBeNull();
      expect(login.set(true).ok).toBe(false);
    }
  });
});
