/** What went wrong in electron-updater, in Chromium's network or on the disk, as one of our own errors. */
import type { ErrorCode, Failure } from '../../../contract/errors.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  /** A download that is not there any more. */
  ENOENT: 'update_damaged',
  ERR_CHECKSUM_MISMATCH: 'update_damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'update_unsigned',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'update_missing',
  ERR_UPDATER_LATEST_VERSION_NOT_FOUND: 'update_missing',
  ERR_UPDATER_NO_PUBLISHED_VERSIONS: 'update_missing',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'update_unreadable',
  ERR_UPDATER_INVALID_VERSION: 'update_unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'update_unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'update_unreadable',
};

/** What only the text of an error says, in the order in which it is looked for. */
const texts: readonly (readonly [RegExp, ErrorCode])[] = [
  [/net::ERR_FILE_NO_SPACE|ENOSPC|no space left/i, 'disk_full'],
  [/read-only volume|EROFS/i, 'read_only'],
  [/code signature/i, 'update_unsigned'],
  [/net::ERR_TIMED_OUT|net::ERR_CONNECTION_TIMED_OUT|timed out/i, 'timeout'],
  [/net::ERR_(?:BLOCKED_BY_CLIENT|CERT_|SSL_)/, 'forbidden'],
  [/net::ERR_|aborted by the server/, 'offline'],
  [/status 404\b/, 'update_missing'],
  [/status [45]\d\d\b/, 'service_unavailable'],
];

const messages: Partial<Record<ErrorCode, string>> = {
  disk_full: 'The disk has no room for the update.',
  read_only: 'This copy of the app cannot be replaced.',
  update_damaged: 'The update that was downloaded is not the one that was signed.',
  update_missing: 'The server has no release.',
  offline: 'The server of updates cannot be reached.',
  timeout: 'The server of updates does not answer.',
};

/** A failure of the updates with that code. */
export const updateFailure = (code: ErrorCode): Failure => ({
  code,
  message: messages[code] ?? `The update failed (${code}).`,
});

/** Reads what was thrown: by its code, its status, then its text. */
export const failureOf = (thrown: unknown): Failure => {
  const { code, statusCode, message } = thrown as {
    readonly code?: unknown;
    readonly statusCode?: unknown;
    readonly message?: unknown;
  };
  if (typeof code === 'string' && Object.hasOwn(codes, code))
    return updateFailure(codes[code] ?? 'internal');
  if (typeof statusCode === 'number')
    return updateFailure(statusCode === 404 ? 'update_missing' : 'service_unavailable');
  const found = texts.find(([pattern]) => pattern.test(String(message)));
  return updateFailure(found?.[1] ?? 'internal');
};
