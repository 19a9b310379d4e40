/** Every error of the updater is mapped to one of our failures. */
import { GitHubProvider } from 'electron-updater/out/providers/GitHubProvider.js';
import { expect, it } from 'vitest';
import { toUpdateFailure } from '../../../../main/shell/updates/failure.ts';

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
])('an updater error maps to %s: %s', (code, error) => {
  expect(toUpdateFailure(error).code).toBe(code);
});

const releases = (tags: readonly string[], notes = 'new'): string => {
  const entries = tags.map(
    (tag) =>
      `<entry><title>${tag}</title><link href="https://github.com/o/r/releases/tag/${tag}"/>` +
      `<content>${notes}</content></entry>`,
  );
  return `<feed>${entries.join('')}</feed>`;
};
/** An error of electron-updater, followed by the server's response. */
const status = (statusCode: number): Error =>
  thrown(`${statusCode} x\n"timed out"\nHeaders: {}`, { statusCode });
const page =
  '<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>Sign in</body></html>';

it.each<[string, string, string | Error, string | Error]>([
  ['update_missing', 'no such repository', status(404), status(404)],
  ['update_missing', 'no releases', releases([]), status(404)],
  ['update_missing', 'only prereleases', releases(['v1.1.0-beta.1']), status(404)],
  ['service_unavailable', 'too many requests', releases(['v1.1.0']), status(429)],
  ['service_unavailable', 'a broken server', releases(['v1.1.0']), status(503)],
  ['service_unavailable', 'a server that fails at the first request', status(503), status(503)],
  ['update_unreadable', 'a page that asks for a sign-in', page, page],
  ['update_unreadable', 'such a page instead of the newest release', releases(['v1.1.0']), page],
  [
    'offline',
    'a network that disconnects',
    releases(['v1.1.0']),
    thrown('net::ERR_NETWORK_CHANGED'),
  ],
  [
    'update_missing',
    'notes that mention timeouts',
    releases(['v1.1.0'], 'Fixed: sends that timed out, net::ERR_FAILED, no space left'),
    status(404),
  ],
  [
    'update_unreadable',
    'such notes and invalid JSON',
    releases(['v1.1.0'], 'Fixed: sends that timed out, net::ERR_FAILED, no space left'),
    '{',
  ],
])('a failed request to GitHub maps to %s: %s', async (code, _case, feed, newest) => {
  const request = async ({ path }: { readonly path: string }): Promise<string> => {
    const answer = path.endsWith('.atom') ? feed : newest;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const provider = new GitHubProvider(
    { provider: 'github', owner: 'o', repo: 'r' },
    { channel: null, allowPrerelease: false } as never,
    { executor: { request }, platform: 'linux', isUseMultipleRangeRequest: true } as never,
  );
  const refusal: unknown = await provider.getLatestVersion().catch((error: unknown) => error);
  expect(toUpdateFailure(refusal).code).toBe(code);
});
