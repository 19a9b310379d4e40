/** Writes a person's files atomically, in the same folder first, and readable by their owner only. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, type Answer } from '../../contract/errors.ts';

export const toSaveFailure = (thrown: unknown): Answer<never> => {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? fail('disk_full', 'The disk is full.')
    : fail('read_only', 'The file cannot be written there.');
};

/** Renames the file if the answer is ok. Errors: `write`'s, `disk_full`, `read_only`. */
export const writeAtomically = async <T>(
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
    return toSaveFailure(thrown);
  } finally {
    // A folder that is gone, as of a drive that was pulled out, does not hide the answer.
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
};
