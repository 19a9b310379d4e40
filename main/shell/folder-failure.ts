/** Finds out why the data folder cannot be written. */
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type FolderFailure = {
  readonly kind: 'readOnly' | 'full' | 'notFolder' | 'other';
  readonly code: string;
};

const kinds: Readonly<Record<string, FolderFailure['kind']>> = {
  EROFS: 'readOnly',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENOTDIR: 'notFolder',
  EEXIST: 'notFolder',
};

/** Creates the data folder if needed and tries to write a file; null if that works. */
export const findFolderFailure = (dataFolder: string): FolderFailure | null => {
  const file = join(dataFolder, `.write-test-${process.pid}`);
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'w', 0o600));
    rmSync(file);
    return null;
  } catch (thrown) {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    return { kind: kinds[code] ?? 'other', code };
  }
};
