/** Maps errors of electron-updater, Chromium's network and the disk to our codes. */
import type { ErrorCode, Failure } from '../../../contract/errors.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
  ENOENT: 'update_damaged',
  ERR_CHECKSUM_MISMATCH: 'update_damaged',
  ERR_UPDATER_INVALID_SIGNATURE: 'update_unsigned',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'update_missing',
  ERR_UPDATER_NO_PUBLISHED_VERSIONS: 'update_missing',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'update_unreadable',
  ERR_UPDATER_INVALID_VERSION: 'update_unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'update_unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'update_unreadable',
};

/** Codes of GitHub's provider that hide a reason; their meaning if the text has none. */
const vague: Readonly<Record<string, ErrorCode>> = {
  ERR_UPDATER_LATEST_VERSION_NOT_FOUND: 'update_missing',
  ERR_UPDATER_INVALID_RELEASE_FEED: 'update_unreadable',
  ERR_XML_MISSED_ELEMENT: 'update_missing',
};

/** Meanings of texts, tried in order. */
const texts: readonly (readonly [RegExp, ErrorCode])[] = [
  [/(?:Error:|status) 404\b/, 'update_missing'],
  [/(?:Error:|status) [45]\d\d\b/, 'service_unavailable'],
  [/net::ERR_FILE_NO_SPACE|ENOSPC|no space left/i, 'disk_full'],
  [/read-only volume|EROFS/i, 'read_only'],
  [/code signature/i, 'update_unsigned'],
  [/net::ERR_TIMED_OUT|net::ERR_CONNECTION_TIMED_OUT|timed out/i, 'timeout'],
  [/net::ERR_(?:BLOCKED_BY_CLIENT|CERT_|SSL_)/, 'forbidden'],
  [/net::ERR_|aborted by the server/, 'offline'],
  [/SyntaxError: /, 'update_unreadable'],
];

/** The message of an XML parser, which continues with the position. */
const brokenXML = /^[^\n]*\nLine: \d+\nColumn: \d+\n/;

const messages: Partial<Record<ErrorCode, string>> = {
  disk_full: 'The disk has no room for the update.',
  read_only: 'This copy of the app cannot be replaced.',
  update_damaged: 'The update that was downloaded is not the one that was signed.',
  update_missing: 'The server has no release.',
  offline: 'The server of updates cannot be reached.',
  timeout: 'The server of updates does not answer.',
};

export const buildUpdateFailure = (code: ErrorCode): Failure => ({
  code,
  message: messages[code] ?? `The update failed (${code}).`,
});

/** Classifies an error by code, status and its first line: the rest may be the server's. */
export const toUpdateFailure = (thrown: unknown): Failure => {
  const { code, statusCode, message } = thrown as {
    readonly code?: unknown;
    readonly statusCode?: unknown;
    readonly message?: unknown;
  };
  const findByCode = (table: Readonly<Record<string, ErrorCode>>): ErrorCode | undefined =>
    typeof code === 'string' && Object.hasOwn(table, code) ? table[code] : undefined;
  const byStatus = statusCode === 404 ? 'update_missing' : 'service_unavailable';
  const text = String(message);
  const [line = ''] = text.split('\n', 1);
  return buildUpdateFailure(
    findByCode(codes) ??
      (typeof statusCode === 'number' ? byStatus : undefined) ??
      (brokenXML.test(text) ? 'update_unreadable' : undefined) ??
      texts.find(([pattern]) => pattern.test(line))?.[1] ??
      findByCode(vague) ??
      'internal',
  );
};
