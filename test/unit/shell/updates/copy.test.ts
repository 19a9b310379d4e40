/** The kind of installation decides whether a copy of the app can update itself. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectCopy, watchFile } from '../../../../main/shell/updates/copy.ts';

const linux = {
  platform: 'linux',
  env: {},
  program: '/opt/Hearthline/hearthline',
  packageType: null,
} as const;
const mounted = { APPIMAGE: '/home/a/Hearthline.AppImage', APPDIR: '/tmp/.mount_Hearth' };

describe('a copy of Hearthline', () => {
  it('in an AppImage replaces the AppImage file', () => {
    expect(
      detectCopy({ ...linux, env: mounted, program: '/tmp/.mount_Hearth/hearthline' }),
    ).toEqual({
      kind: 'appimage',
      file: '/home/a/Hearthline.AppImage',
    });
  });

  it('started by another AppImage does not replace that one', () => {
    expect(detectCopy({ ...linux, env: mounted })).toEqual({ kind: 'fixed', reason: 'unpacked' });
    expect(detectCopy({ ...linux, env: mounted, program: '/tmp/.mount_Hearth' }).kind).toBe(
      'fixed',
    );
    expect(detectCopy({ ...linux, env: { APPIMAGE: mounted.APPIMAGE } }).kind).toBe('fixed');
  });

  it('whose AppImage has no absolute path is not replaced', () => {
    const env = { ...mounted, APPIMAGE: 'Hearthline.AppImage' };
    expect(detectCopy({ ...linux, env, program: '/tmp/.mount_Hearth/hearthline' }).kind).toBe(
      'fixed',
    );
  });

  it('from a package is updated by the package manager, and an unpacked one is not updated', () => {
    expect(detectCopy({ ...linux, packageType: 'deb' })).toEqual({
      kind: 'fixed',
      reason: 'package_manager',
    });
    expect(detectCopy(linux)).toEqual({ kind: 'fixed', reason: 'unpacked' });
  });

  it('on Windows or a Mac is replaced by its installer', () => {
    expect(detectCopy({ ...linux, platform: 'win32' })).toEqual({ kind: 'nsis' });
    expect(detectCopy({ ...linux, platform: 'darwin' })).toEqual({ kind: 'mac' });
  });
});

describe('the app’s file', () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), 'hearthline-place-')), 'app');

  it('counts as unchanged while it is untouched', () => {
    const app = file();
    writeFileSync(app, 'old');
    const isReplaced = watchFile(app);
    expect(isReplaced()).toBe(false);
  });

  it('counts as replaced when another file took its place, even of the same size, or it was deleted', () => {
    const app = file();
    writeFileSync(app, 'old');
    const isReplaced = watchFile(app);
    writeFileSync(`${app}.new`, 'new');
    renameSync(`${app}.new`, app);
    expect(isReplaced()).toBe(true);
    rmSync(app);
    expect(isReplaced()).toBe(true);
  });
});
