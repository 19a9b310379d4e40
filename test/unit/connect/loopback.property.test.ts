/**
 * Attacks the loopback listener with raw bytes, other host names and guessed states. Only a callback with the
 * attempt's state may succeed, once.
 */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAttempt, type Attempt } from '../../../main/connect/attempt.ts';
import { createGrantV4 } from '../../../main/connect/grant-v4.ts';
import { fuzz, computeTimeout } from '../../fuzz.ts';
import { conversation, sendOnConnection, parseStatuses } from '../listener/wire.ts';
import { createHandClock } from './support/hand-clock.ts';
import { anybody, buildProfile, unwrap } from './support/service.ts';
import { findFreePort } from '../../ports.ts';

let port = 0;
let attempt: Attempt;
let state = '';
let outcome: unknown;

beforeEach(async () => {
  port = await findFreePort();
  const redirectUris = [`http://127.0.0.1:${port}/callback`];
  const nobody = () => Promise.reject(new Error('no request is expected'));
  attempt = unwrap(
    await openAttempt({
      opensAppLinks: false,
      grant: createGrantV4(buildProfile({ redirectUris }), nobody),
      redirectUris,
      hint: anybody,
      clock: createHandClock(),
      random: randomBytes,
      onMismatch: () => undefined,
    }),
  );
  state = new URL(attempt.address).searchParams.get('state') ?? '';
  outcome = undefined;
  void attempt.outcome.then((ended) => (outcome = ended));
});
afterEach(() => attempt.end('connect_cancelled'));

/** Sends all pieces and returns the response once another request was answered. */
const send = (pieces: readonly Buffer[]): Promise<string> =>
  sendOnConnection(port, pieces, async () =>
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404),
  );

const own = (): string => `host: 127.0.0.1:${port}`;
const last = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/callback?code=right&state=${state}`)).status;

it(
  'arbitrary bytes do not end an attempt and are not echoed',
  { timeout: computeTimeout(60) },
  async () => {
    const targets = [
      ...['/callback?code=canary&state=canary', '/callback?error=canary&state=', '/callback'],
      `/callback?code=canary&state=${state.slice(0, -1)}`,
      `/callback?code=canary&state=${state}&state=${state}`,
      `/callback?code=canary&state=${state.toLowerCase()}x`,
      `http://evil.example/callback?code=canary&state=${state}`,
      `//callback?code=canary&state=${state}`,
      `/callback#?code=canary&state=${state}`,
      `/callback/../callback?code=canary&state=${state}`,
    ];
    const asking = {
      methods: ['GET', 'GET', 'GET', 'POST', 'HEAD', 'CONNECT'],
      targets,
      always: [own()],
      headers: ['origin: https://evil.example', 'connection: upgrade', 'upgrade: websocket', own()],
      bodies: [`code=canary&state=${state}`],
    };
    await fc.assert(
      fc.asyncProperty(conversation(asking), async (pieces) => {
        const response = await send(pieces);
        for (const status of parseStatuses(response))
          expect(status).toSatisfy((s) => s === 100 || s >= 400);
        expect(response).not.toMatch(/canary/);
        expect(response).not.toContain(state);
        expect(outcome).toBeUndefined();
      }),
      fuzz(150),
    );
    expect(await last()).toBe(200);
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'right' } });
  },
);

it(
  'a request for another host name is refused even with the right state',
  { timeout: computeTimeout(60) },
  async () => {
    const name = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.constantFrom('localhost', '127.0.0.1.', '0x7f.1', '2130706433', '127.0.0.1.nip.io', ''),
    );
    const host = fc
      .tuple(name, fc.oneof(fc.constant(port), fc.nat(65_535), fc.constant(null)))
      .map(([each, at]) => (at === null ? each : `${each}:${at}`))
      .filter((each) => each !== `127.0.0.1:${port}`);
    await fc.assert(
      fc.asyncProperty(host, fc.boolean(), async (each, isFirst) => {
        const hosts = isFirst ? [`host: ${each}`] : [own(), `host: ${each}`];
        const line = `GET /callback?code=canary&state=${state} HTTP/1.1\r\n`;
        const response = await send([Buffer.from(`${line}${hosts.join('\r\n')}\r\n\r\n`)]);
        expect([400, 421]).toContain(parseStatuses(response)[0]);
        expect(outcome).toBeUndefined();
      }),
      fuzz(60),
    );
  },
);

it(
  'guessed states are refused, and the right one is accepted once',
  { timeout: computeTimeout(60) },
  async () => {
    const near = fc
      .nat(42)
      .chain((at) =>
        fc.constantFrom(
          state.slice(0, at),
          state.slice(at),
          `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`,
          `${state}${state.slice(at)}`,
          `${state} `,
          `${state}%00`,
          `${state}=`,
          state.toUpperCase(),
          state.split('').toReversed().join(''),
        ),
      );
    const guess = fc.oneof(near, fc.base64String(), fc.string()).filter((each) => each !== state);
    await fc.assert(
      fc.asyncProperty(guess, async (each) => {
        const query = new URLSearchParams({ code: 'canary', state: each }).toString();
        expect((await fetch(`http://127.0.0.1:${port}/callback?${query}`)).status).toBe(400);
        expect(attempt.paste(`http://127.0.0.1:${port}/callback?${query}`).ok).toBe(false);
        expect(outcome).toBeUndefined();
      }),
      fuzz(100),
    );
    expect(await last()).toBe(200);
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'right' } });
    await expect(last()).rejects.toThrow();
    expect(attempt.paste(`http://127.0.0.1:${port}/callback?code=again&state=${state}`).ok).toBe(
      true,
    );
    expect(await attempt.outcome).toMatchObject({ ok: true, value: { code: 'right' } });
  },
);
