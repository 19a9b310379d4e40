/** Finds out why nothing can be written to the data folder: a read-only disk, missing rights, a full disk. */
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type FolderFault = {
  /** Which words and which remedy fit. */
  readonly kind: 'readOnly' | 'full' | 'notFolder' | 'other';
  /** The system's own name of the error, as support knows it. */
  readonly code: string;
};

const kinds: Readonly<Record<string, FolderFault['kind']>> = {
  EROFS: 'readOnly',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
  ENOSPC: 'full',
  EDQUOT: 'full',
  ENOTDIR: 'notFolder',
  EEXIST: 'notFolder',
};

/**
 * Creates the data folder if it is missing, and an empty private file in it, which is removed at once.
 *
 * @returns null if the folder can be written to
 */
export const folderFault = (dataFolder: string): FolderFault | null => {
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
