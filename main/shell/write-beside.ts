/**
 * A file that stands under its name only when it is whole: it is written beside its place and renamed.
 * Whatever ends the writing, what stood there before stays, and nothing is left of the new one.
 * Readable by its owner only, because it says what customers said.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, type Answer } from '../../contract/errors.ts';

/** What a thrown error of the file system means to who chose the place. */
const saveFailure = (thrown: unknown): Answer<never> => {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? fail('disk_full', 'The disk is full.')
    : fail('read_only', 'The file cannot be written there.');
};

/**
 * Has `write` fill an empty file beside `path`, which takes that name when the answer is a good one;
 * otherwise nothing is left of it. Errors: those of `write`, `disk_full`, `read_only`.
 */
export const writeBeside = async <T>(
  path: string,
  write: (temporary: string) => Promise<Answer<T>>,
): Promise<Answer<T>> => {
  const unfinished = join(
    dirname(path),
    `.${basename(path)}.${randomBytes(6).toString('hex')}.part`,
  );
  try {
    await (await open(unfinished, 'wx', 0o600)).close();
    const answer = await write(unfinished);
    if (!answer.ok) return answer;
    const file = await open(unfinished, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    return answer;
  } catch (thrown) {
    return saveFailure(thrown);
  } finally {
    await rm(unfinished, { force: true });
  }
};
