import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAttempt, type Attempt } from '../../../main/connect/attempt.ts';
import type { Clock } from '../../../main/clock/clock.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { createHandClock, type HandClock } from './support/hand-clock.ts';
import { anybody, buildProfile, unwrap } from './support/service.ts';
import { findFreePort } from '../../ports.ts';

const nowhere = async (): Promise<Response> => {
  throw new Error('no request is expected');
};
let clock: HandClock;
let attempt: Attempt;
let redirectUri = '';
let mismatches = 0;

const open = async (by: Clock = clock): Promise<Attempt> => {
  const profile = buildProfile({ redirectUris: [redirectUri] });
  return unwrap(
    await openAttempt({
      grant: createGrantV4(profile, nowhere),
      redirectUris: profile.redirectUris,
      opensAppLinks: false,
      hint: anybody,
      clock: by,
      random: randomBytes,
      onMismatch: () => (mismatches += 1),
    }),
  );
};
beforeEach(async () => {
  clock = createHandClock();
  mismatches = 0;
  redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`;
  attempt = await open();
});
afterEach(() => attempt.end('connect_cancelled'));

const getState = (of: Attempt): string => new URL(of.address).searchParams.get('state') ?? '';
const comeBack = async (query: Record<string, string>): Promise<number> =>
  (await fetch(`${redirectUri}?${new URLSearchParams(query).toString()}`)).status;

describe('an attempt', () => {
  it('ends with the code that comes back with its state', async () => {
    expect(await comeBack({ code: 'the-code', state: getState(attempt) })).toBe(200);
    expect(await attempt.outcome).toMatchObject({
      ok: true,
      value: { code: 'the-code', redirectUri },
    });
  });

  it('has its own random state of 256 bits', async () => {
    const first = getState(attempt);
    expect(Buffer.from(first, 'base64url')).toHaveLength(32);
    attempt.end('connect_cancelled');
    attempt = await open();
    expect(getState(attempt)).not.toBe(first);
  });

  it.each<[string, (state: string) => string]>([
    ['no state', () => 'code=c'],
    ['another state', () => `code=c&state=${randomBytes(32).toString('base64url')}`],
    ['half of its state', (state) => `code=c&state=${state.slice(0, 20)}`],
    ['its state twice', (state) => `code=c&state=${state}&state=${state}`],
    ['its state and two codes', (state) => `code=a&code=b&state=${state}`],
    ['only its state', (state) => `state=${state}`],
    ['a refusal with another state', () => 'error=access_denied&state=x'],
  ])('rejects a callback with %s and keeps waiting', async (_, query) => {
    const state = getState(attempt);
    expect((await fetch(`${redirectUri}?${query(state)}`)).status).toBe(400);
    expect(mismatches).toBe(1);
    expect(await comeBack({ code: 'right', state })).toBe(200);
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'right' } });
  });

  it.each([
    ['access_denied', 'connect_denied', undefined],
    ['invalid_scope', 'connect_refused', 'invalid_scope'],
    ['<b>made up</b>', 'connect_refused', 'unknown reason'],
  ])('fails when the service responds with %s', async (error, code, detail) => {
    expect(await comeBack({ error, state: getState(attempt) })).toBe(200);
    const outcome = await attempt.outcome;
    expect(outcome).toMatchObject({ ok: false, error: { code } });
    expect(!outcome.ok && outcome.error.detail).toBe(detail);
  });

  it('reports the refused scope in the service’s words, without secrets or control characters', async () => {
    const state = getState(attempt);
    const description = `The client may not have\r\n\u202e supply::x for ${state} ${'a'.repeat(400)}`;
    await comeBack({ error: 'invalid_scope', error_description: description, state });
    const outcome = await attempt.outcome;
    const detail = outcome.ok ? '' : (outcome.error.detail ?? '');
    expect(detail).toMatch(
      /^invalid_scope: The client may not have supply::x for \[redacted\] a{200,}$/,
    );
    expect(detail.length).toBeLessThan(330);
  });

  it('expires after five minutes and frees its port', async () => {
    await clock.advance(5 * 60_000 - 1);
    expect(await comeBack({ code: 'c', state: 'wrong' })).toBe(400);
    await clock.advance(1);
    expect(await attempt.outcome).toMatchObject({ ok: false, error: { code: 'connect_expired' } });
    await expect(fetch(redirectUri)).rejects.toThrow();
  });

  it('expires when the computer sleeps through the five minutes', async () => {
    const slept = { ...clock, steady: () => clock.steady() + sleptMs };
    let sleptMs = 0;
    attempt.end('connect_cancelled');
    attempt = await open(slept);
    sleptMs = 5 * 60_000 + 1;
    await comeBack({ code: 'late', state: getState(attempt) });
    expect(await attempt.outcome).toMatchObject({ ok: false, error: { code: 'connect_expired' } });
  });

  it.each([-1, 1])('lasts five minutes even if the clock is changed by %i days', async (days) => {
    clock.set(clock.now() + days * 86_400_000);
    await clock.advance(5 * 60_000 - 1);
    expect(await comeBack({ code: 'late', state: getState(attempt) })).toBe(200);
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'late' } });
  });

  it('can be cancelled', async () => {
    attempt.end('connect_cancelled');
    expect(await attempt.outcome).toMatchObject({
      ok: false,
      error: { code: 'connect_cancelled' },
    });
    await expect(fetch(redirectUri)).rejects.toThrow();
  });
});

describe('a pasted address', () => {
  it.each(['', '/'])('is accepted like a callback (%j)', async (slash) => {
    const address = `  ${redirectUri}${slash}?code=pasted&state=${getState(attempt)}\n`;
    expect(attempt.paste(address)).toEqual({ ok: true, value: {} });
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'pasted' } });
    await expect(fetch(redirectUri)).rejects.toThrow();
  });

  it('of another attempt is refused, and this attempt keeps waiting', async () => {
    expect(attempt.paste(`${redirectUri}?code=c&state=old`)).toMatchObject({
      ok: false,
      error: { code: 'connect_mismatch' },
    });
    expect(attempt.paste(`${redirectUri}?code=c&state=${getState(attempt)}`).ok).toBe(true);
  });

  it.each(['', 'the code', 'https://auth.example.com/oauth2/auth?state=x', 'javascript:alert(1)'])(
    'must be a redirect address, unlike %j',
    (text) => {
      expect(attempt.paste(text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    },
  );
});
