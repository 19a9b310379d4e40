/** How a copy came onto the computer decides whether it replaces itself. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyOf, watchPlace } from '../../../../main/shell/updates/copy.ts';

const linux = {
  platform: 'linux',
  env: {},
  program: '/opt/Hearthline/hearthline',
  packageType: null,
} as const;
const mounted = { APPIMAGE: '/home/a/Hearthline.AppImage', APPDIR: '/tmp/.mount_Hearth' };

describe('a copy of Hearthline', () => {
  it('that is an AppImage replaces its file', () => {
    expect(copyOf({ ...linux, env: mounted, program: '/tmp/.mount_Hearth/hearthline' })).toEqual({
      kind: 'appimage',
      file: '/home/a/Hearthline.AppImage',
    });
  });

  it('that another AppImage has started leaves the file of that one alone', () => {
    expect(copyOf({ ...linux, env: mounted })).toEqual({ kind: 'fixed', reason: 'unpacked' });
    expect(copyOf({ ...linux, env: mounted, program: '/tmp/.mount_Hearth' }).kind).toBe('fixed');
    expect(copyOf({ ...linux, env: { APPIMAGE: mounted.APPIMAGE } }).kind).toBe('fixed');
  });

  it('whose AppImage has no path of its own is left alone', () => {
    const env = { ...mounted, APPIMAGE: 'Hearthline.AppImage' };
    expect(copyOf({ ...linux, env, program: '/tmp/.mount_Hearth/hearthline' }).kind).toBe('fixed');
  });

  it('of a package is the package manager’s to update, and one that was unpacked nobody’s', () => {
    expect(copyOf({ ...linux, packageType: 'deb' })).toEqual({
      kind: 'fixed',
      reason: 'package_manager',
    });
    expect(copyOf(linux)).toEqual({ kind: 'fixed', reason: 'unpacked' });
  });

  it('of Windows and of a Mac is replaced by its installer', () => {
    expect(copyOf({ ...linux, platform: 'win32' })).toEqual({ kind: 'nsis' });
    expect(copyOf({ ...linux, platform: 'darwin' })).toEqual({ kind: 'mac' });
  });
});

describe("the app's place", () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), 'hearthline-place-')), 'app');

  it('is as it was while nobody touches it', () => {
    const app = file();
    writeFileSync(app, 'old');
    const isReplaced = watchPlace(app);
    expect(isReplaced()).toBe(false);
  });

  it('is another when a file was put there, also one of the same size, and when it was thrown away', () => {
    const app = file();
    writeFileSync(app, 'old');
    const isReplaced = watchPlace(app);
    writeFileSync(`${app}.new`, 'new');
    renameSync(`${app}.new`, app);
    expect(isReplaced()).toBe(true);
    rmSync(app);
    expect(isReplaced()).toBe(true);
  });
});
