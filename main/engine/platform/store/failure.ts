/** Maps errors of SQLite and the file system to failures (security rule 16). */
import { fail, type Answer, type ErrorCode, type Failure } from '../../../../contract/errors.ts';

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

/** Converts an error of the store; null for others, which are bugs. */
export const toStoreFailure = (thrown: unknown): Failure | null => {
  if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string')
    return null;
  const { code } = thrown;
  const meaning = meanings.find(([pattern]) => pattern.test(code));
  return meaning === undefined ? null : { code: meaning[1], message: meaning[2], detail: code };
};

export const isDamage = (thrown: unknown): boolean =>
  toStoreFailure(thrown)?.code === 'database_damaged';

/** Converts an error to the failure of the store, or `internal`. */
export const toFailedAnswer = (thrown: unknown): Answer<never> => {
  const error = toStoreFailure(thrown);
  return error === null
    ? fail('internal', 'Something went wrong in the app itself.')
    : { ok: false, error };
};
