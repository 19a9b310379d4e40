/** Finds why the data folder cannot be written, on real file systems. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFolderFailure } from '../../../main/shell/folder-failure.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'hearthline-folder-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const isRoot = process.getuid?.() === 0;
const unshare = isRoot ? ['--mount'] : ['--mount', '--map-root-user'];
const mayMount =
  process.platform === 'linux' && spawnSync('unshare', [...unshare, 'true']).status === 0;

describe('a data folder', () => {
  it('that can be written has no failure, is created if missing, and stays empty', () => {
    const folder = join(place, 'new', 'data');
    expect(findFolderFailure(folder)).toBeNull();
    expect(findFolderFailure(folder)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is a file, or inside one, is reported as not a folder', () => {
    const file = join(place, 'file');
    writeFileSync(file, '');
    expect(findFolderFailure(file)).toMatchObject({ kind: 'notFolder' });
    expect(findFolderFailure(join(file, 'data'))).toMatchObject({
      kind: 'notFolder',
      code: 'ENOTDIR',
    });
  });

  it.skipIf(isRoot || process.platform === 'win32')(
    'without write permission is reported as read-only',
    () => {
      const folder = join(place, 'data');
      mkdirSync(folder);
      chmodSync(folder, 0o500);
      expect(findFolderFailure(folder)).toEqual({ kind: 'readOnly', code: 'EACCES' });
    },
  );

  it.skipIf(!mayMount)('is reported as read-only or full when its disk is', () => {
    const source = join(import.meta.dirname, '../../../main/shell/folder-failure.ts');
    const probe = `
        const { findFolderFailure } = await import(${JSON.stringify(source)});
        console.log(JSON.stringify(findFolderFailure(${JSON.stringify(place)})));`;
    const onDisk = (options: string): unknown =>
      JSON.parse(
        execFileSync('unshare', [
          ...[...unshare, 'sh', '-c', 'mount -t tmpfs -o "$0" tmpfs "$1" && shift && exec "$@"'],
          ...[options, place, process.execPath, '--input-type=module', '-e', probe],
        ]).toString(),
      );
    expect(onDisk('ro')).toEqual({ kind: 'readOnly', code: 'EROFS' });
    expect(onDisk('nr_inodes=1')).toEqual({ kind: 'full', code: 'ENOSPC' });
    expect(onDisk('rw')).toBeNull();
  });
});
