/**
 * Secrets are compared with `timingSafeEqual`, so that response times do not reveal how close a guess was
 * (security rules 9 and 12). Tests cannot measure that, so they count the calls.
 */
import type * as nodeCrypto from 'node:crypto';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openAttempt } from '../../../main/connect/attempt.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { authenticate, digest } from '../../../main/engine/platform/http/credentials.ts';
import { createHandClock } from '../connect/support/hand-clock.ts';
import { anybody, buildProfile, unwrap } from '../connect/support/service.ts';
import { findFreePort } from '../../ports.ts';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof nodeCrypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const compared = vi.mocked(timingSafeEqual);
beforeEach(() => void compared.mockClear());

const formatBasic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const sender = {
  path: 'path',
  username: 'name',
  passwordDigest: digest('password').toString('hex'),
};

it.each([
  ['the right credentials', [sender], formatBasic('name:password')],
  ['a wrong name', [sender], formatBasic('other:password')],
  ['a wrong password', [sender], formatBasic('name:x')],
  ['no credentials', [sender], undefined],
  ['credentials for an unknown path', [], formatBasic('name:password')],
])('a delivery with %s compares name and password in constant time', (_, whom, header) => {
  authenticate(whom, header);
  expect(compared).toHaveBeenCalledTimes(2);
});

it('the state of a callback is compared in constant time', async () => {
  const redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`;
  const attempt = unwrap(
    await openAttempt({
      opensAppLinks: false,
      grant: createGrantV4(buildProfile({ redirectUris: [redirectUri] }), () =>
        Promise.reject(new Error('no request is expected')),
      ),
      redirectUris: [redirectUri],
      hint: anybody,
      clock: createHandClock(),
      random: randomBytes,
      onMismatch: () => undefined,
    }),
  );
  onTestFinished(() => attempt.end('connect_cancelled'));
  const guess = 'x'.repeat(43);
  expect((await fetch(`${redirectUri}?code=c&state=${guess}`)).status).toBe(400);
  expect(compared).toHaveBeenCalledTimes(1);
});
