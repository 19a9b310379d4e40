/** Replaces files atomically, even if the power fails, and never through a link. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { fail, succeed, type Answer } from '../../contract/errors.ts';

/** Writes a file, or the names in a folder, to the disk. */
export const syncPath = (path: string): void => {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** True if an interrupted write of the file `name` left the file `other` behind. */
export const isLeftover = (name: string, other: string): boolean =>
  other.startsWith(`${name}.`) && other.endsWith('.new');

/** Replaces a file; after a failure the old content remains. Errors: `disk_full`, `read_only`, `internal`. */
export const replaceFile = (file: string, content: Buffer): Answer<Record<string, never>> => {
  const temporary = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    // A new file with a random name, so no link is followed.
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(temporary, file);
    // A rename survives a power cut once its folder is on disk. Windows has no such call.
    if (process.platform !== 'win32') syncPath(dirname(file));
    return succeed({});
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The folder is gone.
    }
    return toSaveFailure(error);
  }
};

const toSaveFailure = (error: unknown): Answer<never> => {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return fail('disk_full', 'The disk is full: the file could not be saved.');
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return fail('read_only', 'The folder cannot be written: the file could not be saved.');
  return fail('internal', `The file could not be saved (${code}).`);
};
