import { connect, createServer } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoopback, type Loopback } from '../../../main/connect/loopback.ts';
import { waitUntilClosed, openSockets } from '../listener/sockets.ts';
import { unwrap } from './support/service.ts';
import { findFreePort } from '../../ports.ts';

let port = 0;
let loopback: Loopback;
let received: string[] = [];
/** The owner's verdict on the next callbacks. */
let verdict: 'accepted' | 'rejected' = 'accepted';

beforeEach(async () => {
  port = await findFreePort();
  received = [];
  verdict = 'accepted';
  loopback = unwrap(
    await openLoopback(
      [`http://127.0.0.1:${port}/callback`],
      (query) => {
        received.push(query.toString());
        return verdict;
      },
      false,
    ),
  );
});
afterEach(() => loopback.close());

/** Sends raw bytes; resolves to the response, or null when the connection is refused. */
const send = (text: string): Promise<string | null> =>
  new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => done(null));
    socket.on('close', () => done(answer));
  });
const request = (target: string, { method = 'GET', hosts = [`127.0.0.1:${port}`] } = {}) =>
  send(`${method} ${target} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`);
const parseStatus = (answer: string | null): number => Number(answer?.split(' ')[1]);

describe('the redirect address', () => {
  it.each(['/callback?code=c&state=s', '/callback/?code=c&state=s'])(
    'accepts %s',
    async (target) => {
      const answer = await request(target);
      expect(parseStatus(answer)).toBe(200);
      expect(answer).toContain('You can close this window and return to Hearthline');
      expect(received).toEqual(['code=c&state=s']);
    },
  );

  it('closes after one accepted callback', async () => {
    await request('/callback?code=c&state=s');
    expect(await request('/callback?code=c&state=s')).toBeNull();
    expect(received).toHaveLength(1);
  });

  it('accepts one of several simultaneous callbacks', async () => {
    const one = `GET /callback?code=c HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
    await Promise.all([send(one + one), send(one), send(one)]);
    expect(received).toHaveLength(1);
  });

  it('stays open after a rejected callback', async () => {
    verdict = 'rejected';
    expect(parseStatus(await request('/callback?state=wrong'))).toBe(400);
    verdict = 'accepted';
    expect(parseStatus(await request('/callback?state=right'))).toBe(200);
  });

  it('links back to the app only when the system knows our scheme', async () => {
    expect(await request('/callback?state=right')).not.toContain('hearthline:');
    loopback.close();
    loopback = unwrap(
      await openLoopback([`http://127.0.0.1:${port}/callback`], () => verdict, true),
    );
    verdict = 'rejected';
    expect(await request('/callback?state=wrong')).not.toContain('hearthline:');
    verdict = 'accepted';
    const last = await request('/callback?state=right');
    expect(parseStatus(last)).toBe(200);
    expect(last).toContain('<a href="hearthline:">Open Hearthline</a>');
  });

  it('refuses every other Host header', async () => {
    const printable = fc.string({ unit: fc.constantFrom(...'abz019.-:[]@ %/'), maxLength: 30 });
    const near = fc.constantFrom(
      'localhost',
      `localhost:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`,
      `evil.example@127.0.0.1:${port}`,
      `[::1]:${port}`,
      `127.1:${port}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, printable), async (host) => {
        fc.pre(host.trim() !== `127.0.0.1:${port}`);
        expect([400, 421]).toContain(
          parseStatus(await request('/callback?code=c', { hosts: [host] })),
        );
      }),
      { numRuns: 40 },
    );
    expect(received).toEqual([]);
  });

  it('refuses two Host headers or none', async () => {
    const own = `127.0.0.1:${port}`;
    for (const hosts of [[own, own], [own, 'evil.example'], []]) {
      expect([400, 421]).toContain(parseStatus(await request('/callback?code=c', { hosts })));
    }
    expect(received).toEqual([]);
  });

  it.each(['POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect(parseStatus(await request('/callback?code=c', { method }))).toBe(405);
    expect(received).toEqual([]);
  });

  it.each([
    '/',
    '/favicon.ico',
    '/callback/more?code=c',
    '/CALLBACK?code=c',
    '//callback?code=c',
    '/x/../callback?code=c',
    'http://evil.example/callback?code=c',
  ])('has nothing at %s', async (target) => {
    expect(parseStatus(await request(target))).toBe(404);
    expect(received).toEqual([]);
  });

  it('echoes no input and allows no scripts', async () => {
    for (const each of ['accepted', 'rejected'] as const) {
      verdict = each;
      const answer = await request('/callback?code=canary&state=%3Cscript%3Ecanary');
      expect(answer).not.toBeNull();
      expect(answer).not.toContain('canary');
      expect(answer).not.toContain('<script');
      expect(answer).toMatch(/content-security-policy: default-src 'none'; style-src 'sha256-/);
      expect(answer).toMatch(/cache-control: no-store/);
      if (each === 'accepted') break;
    }
  });

  it.each([
    ['send nothing', ''],
    ['begin a request', 'GET /callback?code=x HTTP/1.1\r\nhost: a'],
  ])('is not blocked by many connections that %s', async (_what, text) => {
    await openSockets(port, 260, text);
    expect(parseStatus(await request('/callback?code=c&state=s'))).toBe(200);
    expect(received).toEqual(['code=c&state=s']);
  });

  it('allows twenty connections at a time', async () => {
    const sockets = await openSockets(port, 50);
    await vi.waitFor(() => expect(sockets.filter(({ closed }) => !closed)).toHaveLength(20));
  });

  it('closes a silent connection after a few seconds', { timeout: 15_000 }, async () => {
    const began = performance.now();
    const [socket] = await openSockets(port, 1);
    if (socket !== undefined) await waitUntilClosed(socket);
    expect(performance.now() - began).toBeLessThan(9_000);
  });

  it('refuses an overlong address', async () => {
    const answer = await request(`/callback?code=${'c'.repeat(20_000)}`);
    expect(parseStatus(answer)).toBe(431);
  });

  // macOS has no second loopback address.
  it.skipIf(process.platform === 'darwin')('listens on 127.0.0.1 only', async () => {
    const elsewhere = connect(port, '127.0.0.2');
    await expect(
      new Promise((done, refused) => elsewhere.once('connect', done).once('error', refused)),
    ).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the registered ports', () => {
  const take = async (): Promise<{ port: number; free: () => void }> => {
    const taken = await findFreePort();
    const server = createServer();
    await new Promise<void>((done) => server.listen(taken, '127.0.0.1', done));
    return { port: taken, free: () => void server.close() };
  };

  it('are tried in order', async () => {
    const other = await take();
    const free = await findFreePort();
    const uris = [`http://127.0.0.1:${other.port}/callback`, `http://127.0.0.1:${free}/back`];
    const second = unwrap(await openLoopback(uris, () => 'accepted', false));
    expect(second.redirectUri).toBe(uris[1]);
    second.close();
    other.free();
  });

  it('are listed in the failure when all are in use', async () => {
    const other = await take();
    const answer = await openLoopback(
      [`http://127.0.0.1:${other.port}/callback`],
      () => 'accepted',
      false,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'port_in_use' } });
    expect(!answer.ok && answer.error.message).toContain(String(other.port));
    other.free();
  });

  it('are free again once the listener is closed', async () => {
    loopback.close();
    const again = await openLoopback(
      [`http://127.0.0.1:${port}/callback`],
      () => 'accepted',
      false,
    );
    unwrap(again).close();
  });
});
