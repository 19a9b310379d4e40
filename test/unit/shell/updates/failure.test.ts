/** What is thrown on the way of an update is one of our own failures, which say what to do. */
import { expect, it } from 'vitest';
import { failureOf } from '../../../../main/shell/updates/failure.ts';

const thrown = (message: string, more: object = {}): Error =>
  Object.assign(new Error(message), more);

it.each([
  ['disk_full', thrown('write', { code: 'ENOSPC' })],
  ['disk_full', thrown('net::ERR_FILE_NO_SPACE')],
  ['read_only', thrown('open', { code: 'EROFS' })],
  ['read_only', thrown('open', { code: 'EACCES' })],
  ['read_only', thrown('Cannot update while running on a read-only volume.')],
  ['update_damaged', thrown('open', { code: 'ENOENT' })],
  ['update_damaged', thrown('sha512 checksum mismatch', { code: 'ERR_CHECKSUM_MISMATCH' })],
  ['update_unsigned', thrown('not signed', { code: 'ERR_UPDATER_INVALID_SIGNATURE' })],
  ['update_unsigned', thrown('Code signature at URL file:///a did not pass validation')],
  ['update_unsigned', thrown('Could not get code signature for running application')],
  ['update_missing', thrown('no file', { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' })],
  ['update_missing', thrown('404', { statusCode: 404 })],
  ['update_missing', thrown('Cannot download "https://example.com/a", status 404: Not Found')],
  ['service_unavailable', thrown('503', { statusCode: 503 })],
  ['service_unavailable', thrown('Cannot download "https://example.com/a", status 500: Error')],
  ['update_unreadable', thrown('yaml', { code: 'ERR_UPDATER_INVALID_UPDATE_INFO' })],
  ['offline', thrown('net::ERR_INTERNET_DISCONNECTED')],
  ['offline', thrown('net::ERR_NAME_NOT_RESOLVED')],
  ['offline', thrown('Request has been aborted by the server')],
  ['timeout', thrown('net::ERR_CONNECTION_TIMED_OUT')],
  ['forbidden', thrown('net::ERR_CERT_AUTHORITY_INVALID')],
  ['forbidden', thrown('net::ERR_BLOCKED_BY_CLIENT')],
  ['internal', thrown('something else')],
  ['internal', 'not even an error'],
])('is %s: %s', (code, error) => {
  expect(failureOf(error).code).toBe(code);
});
