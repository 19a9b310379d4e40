/**
 * Writing a file so that after a power cut there is either the old content or the new one, whole, and
 * so that nobody can have it written somewhere else.
 */
import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { fail, succeed, type Answer } from '../../contract/errors.ts';

/** A rename lasts once its folder is on disk; Windows has no way to ask for that. */
const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const writeWhole = (handle: number, content: Buffer): void => {
  for (let done = 0; done < content.length;) {
    done += writeSync(handle, content, done);
  }
};

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants;

/** True for the name of a file that a write of `name` was cut off with. */
export const isLeftover = (name: string, other: string): boolean =>
  other.startsWith(`${name}.`) && other.endsWith('.new');

/**
 * Replaces `file` by `content`, readable by its owner only.
 *
 * Errors: `disk_full`, `read_only`, `internal`; the old content then stands.
 */
export const replaceFile = (file: string, content: Buffer): Answer<Record<string, never>> => {
  const temporary = `${file}.${randomBytes(8).toString('hex')}.new`;
  try {
    // Made here and now, under a name that nobody could foresee: no link is followed.
    const handle = openSync(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
    try {
      writeWhole(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
    syncFolder(dirname(file));
    return succeed({});
  } catch (error) {
    rmSync(temporary, { force: true });
    return failureOf(error);
  }
};

const failureOf = (error: unknown): Answer<never> => {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return fail('disk_full', 'The disk is full: the sign-in could not be saved.');
  }
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return fail('read_only', 'The data folder cannot be written: the sign-in could not be saved.');
  }
  return fail('internal', `The sign-in could not be saved (${code}).`);
};
