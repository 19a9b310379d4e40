/**
 * What a thrown error of SQLite or the file system means for the professional. Anything else is a
 * bug and is not explained here.
 */
import type { ErrorCode, Failure } from '../../../../contract/errors.ts';

const meanings: readonly (readonly [pattern: RegExp, code: ErrorCode, message: string])[] = [
  [/^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|EDQUOT|EIO)/, 'disk_full', 'The disk is full or failing.'],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EROFS|EACCES|EPERM)/,
    'read_only',
    'The data folder cannot be written to.',
  ],
  [/^(SQLITE_BUSY|SQLITE_LOCKED)/, 'database_busy', 'Another program is using the database.'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, 'database_damaged', 'The database is damaged.'],
];

/** The failure that a thrown error stands for (security rule 16), or null when it is a bug. */
export const storeFailure = (thrown: unknown): Failure | null => {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') {
    return null;
  }
  const { code } = thrown;
  const meaning = meanings.find(([pattern]) => pattern.test(code));
  return meaning === undefined ? null : { code: meaning[1], message: meaning[2], detail: code };
};

/** Whether a thrown error says that the database is damaged. */
export const isDamage = (thrown: unknown): boolean =>
  storeFailure(thrown)?.code === 'database_damaged';
