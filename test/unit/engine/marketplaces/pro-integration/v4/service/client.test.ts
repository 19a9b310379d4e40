import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Agent } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fail, succeed } from '../../../../../../../contract/errors.ts';
import { createServiceClient } from '../../../../../../../main/engine/marketplaces/pro-integration/v4/service/client.ts';
import type { TokenSource } from '../../../../../../../main/engine/platform/http/transport.ts';
import { account, noon, onDisk, slowDisk, testClock, testLog } from '../../../../support/store.ts';
import { evenRandom, json, testService, type Respond } from '../../../../support/http.ts';

const day = 24 * 60 * 60_000;

const problem =
  (status: number, more = {}): Respond =>
  (_asked, response) =>
    json(response, status, { type: 'about:blank', title: 'No', status, ...more });

const text =
  (status: number, contentType: string, body: string): Respond =>
  (_asked, response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(body);

describe('a request to the service', () => {
  it('carries the token; the base URL may end in /api or a slash', async () => {
    for (const basePath of ['', '/', '/api', '/api/']) {
      const service = await testService(
        (_asked, response) => json(response, 200, { userID: 'u1' }),
        undefined,
        { basePath },
      );
      expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
        ok: true,
        value: { userID: 'u1' },
      });
      expect(service.asked).toMatchObject([
        {
          method: 'GET',
          path: '/api/v4/negotiations/n1',
          headers: { authorization: 'Bearer token-1' },
        },
      ]);
    }
  });

  it('escapes an ID so that it stays one path segment', async () => {
    const service = await testService((_asked, response) => json(response, 200, {}));
    await service.client.fetchNegotiation('../users/self?x=1', 'person');
    expect(service.asked[0]?.path).toBe('/api/v4/negotiations/%2E%2E%2Fusers%2Fself%3Fx%3D1');
    await service.client.fetchNegotiation('\uD83D', 'person');
    expect(service.asked[1]?.path).toBe('/api/v4/negotiations/%EF%BF%BD');
  });

  it('keeps every digit of a numeric ID', async () => {
    const service = await testService(
      text(200, 'application/json', '{"userID":444555666777888999}'),
    );
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      value: { userID: '444555666777888999' },
    });
  });

  it.each([
    [400, 'rejected'],
    [403, 'forbidden'],
    [404, 'gone'],
    [409, 'conflict'],
    [500, 'service_unavailable'],
  ])('that is answered with %i fails as %s, with detail and traceID', async (status, code) => {
    const service = await testService(problem(status, { detail: 'Because.', traceID: 'trace-7' }));
    expect(await service.client.fetchNegotiation('n1', 'person')).toMatchObject({
      ok: false,
      error: { code, status, detail: 'Because.', traceID: 'trace-7' },
    });
    expect(service.asked).toHaveLength(1);
  });

  it.each<[string, Respond]>([
    ['an empty 202', (_asked, response) => void response.writeHead(202).end()],
    ['a web page', text(200, 'text/html', '<html>Sign in to the Wi-Fi</html>')],
    ['a body that is not JSON', text(200, 'application/json', '{"userID":')],
    ['a redirect', (_asked, response) => void response.writeHead(302, { location: '/b' }).end()],
  ])(
    'that is answered with %s fails as unexpected_answer without a retry',
    async (_what, respond) => {
      const service = await testService(respond);
      expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
        error: { code: 'unexpected_answer' },
      });
      expect(service.asked).toHaveLength(1);
    },
  );

  it('whose answer breaks off is retried and then fails as unexpected_answer', async () => {
    const service = await testService((_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"userID":', () => response.destroy());
    });
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'unexpected_answer' },
    });
    expect(service.asked).toHaveLength(3);
  });

  it('does not read an answer of more than 20 MB', async () => {
    const service = await testService((_asked, response, nth) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1_000_000, 32);
      let sent = 0;
      const more = (): void => {
        sent += 1;
        if (sent > 30 || nth > 3) response.end();
        else response.write(chunk, more);
      };
      more();
    });
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'unexpected_answer', detail: expect.stringContaining('too long') as string },
    });
  });

  it.each([
    ['a page and 403', 403, '<h1>Blocked</h1>'],
    ['a page and 404', 404, '<h1>Not here</h1>'],
    ['nothing but 403', 403, ''],
    ['a word and 403', 403, 'Forbidden'],
    ['JSON and 403', 403, '{"message":"Forbidden"}'],
    ['a page and 451', 451, '<h1>Unavailable for legal reasons</h1>'],
    ['nothing but 451', 451, ''],
    ['a problem document and 451', 451, '{"title":"Blocked","status":451,"detail":"gone"}'],
  ])('that a firewall answers with %s fails as unexpected_answer', async (_with, status, page) => {
    const type = page.startsWith('{') ? 'application/json' : 'text/html';
    const service = await testService(text(status, type, page));
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'unexpected_answer', status },
    });
  });

  it.each([
    ['any JSON of the service', problem(404), 1],
    ['the page of a public Wi-Fi', text(200, 'text/html', '<html>Sign in</html>'), 0],
    ['the page of a firewall', text(403, 'text/html', '<h1>Blocked</h1>'), 0],
    ['an empty 202 of a firewall', (_asked, response) => void response.writeHead(202).end(), 0],
  ] as [string, Respond, number][])(
    '%s proves whether it is reachable',
    async (_what, respond, times) => {
      let reached = 0;
      const service = await testService(respond, undefined, { onReachable: () => (reached += 1) });
      await service.client.fetchNegotiation('n1', 'background');
      expect(reached).toBe(times);
    },
  );

  it('is retried after a lost connection and a 503, waiting longer each time', async () => {
    const service = await testService((_asked, response, nth) => {
      if (nth === 1) response.socket?.destroy();
      else if (nth === 2) json(response, 503, {});
      else json(response, 200, { userID: 'u1' });
    });
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({ ok: true });
    expect(service.waits).toEqual([500, 1_000]);
  });

  it('gives up after three tries', async () => {
    const service = await testService(problem(502, { error: 'proxy_oauth_failed' }));
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'service_unavailable' },
    });
    expect(service.asked).toHaveLength(3);
  });

  it('waits as long as a short Retry-After says', async () => {
    const service = await testService((_asked, response, nth) =>
      nth === 1
        ? json(response, 429, {}, { 'retry-after': '3' })
        : json(response, 200, { userID: 'u1' }),
    );
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({ ok: true });
    expect(service.waits).toEqual([3_000]);
  });

  it('is not made at all while a long Retry-After lasts', async () => {
    const clock = testClock();
    const service = await testService(
      (_asked, response) => json(response, 429, {}, { 'retry-after': '120' }),
      undefined,
      { clock },
    );
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'rate_limited' },
    });
    expect(service.client.pausedUntil()).toBe(clock.now() + 120_000);
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'rate_limited' },
    });
    expect(service.asked).toHaveLength(1);
    clock.advance(120_000);
    await service.client.fetchNegotiation('n1', 'background');
    expect(service.asked).toHaveLength(2);
  });

  it('waits for the full Retry-After, whatever the computer’s clock is set to', async () => {
    const clock = testClock();
    const service = await testService(
      (_asked, response) => json(response, 429, {}, { 'retry-after': '120' }),
      undefined,
      { clock },
    );
    await service.client.fetchNegotiation('n1', 'background');
    clock.set(noon - day);
    clock.advance(110_000);
    await service.client.fetchNegotiation('n1', 'background');
    expect(service.asked).toHaveLength(1);
    clock.set(noon + 7 * day);
    clock.advance(4_000);
    await service.client.fetchNegotiation('n1', 'background');
    expect(service.asked).toHaveLength(1);
    clock.advance(6_000);
    await service.client.fetchNegotiation('n1', 'background');
    expect(service.asked).toHaveLength(2);
  });

  it('backs off after a 429 without Retry-After', async () => {
    const clock = testClock();
    const service = await testService((_asked, response) => json(response, 429, {}), undefined, {
      clock,
      random: { ...evenRandom, fraction: () => 1 / 3 },
    });
    const pauses: (number | null)[] = [];
    for (let n = 0; n < 8; n += 1) {
      await service.client.sendMessage('n1', 'Hi');
      const until = service.client.pausedUntil() ?? 0;
      pauses.push(until - clock.now());
      clock.advance(until - clock.now());
    }
    expect(pauses).toEqual([833, 1_667, 3_333, 6_667, 13_333, 26_667, 50_000, 50_000]);
  });

  it('fails as offline when nothing listens at the address', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const client = createServiceClient({
      profile: { ...account.profile, baseUrl: `http://127.0.0.1:${port}` },
      token: () => Promise.resolve(succeed('t')),
      clock: {
        now: () => 0,
        steady: () => 0,
        after: (ms, work) => (ms < 60_000 && setImmediate(work), () => undefined),
      },
      random: evenRandom,
      log: testLog(),
      flush: onDisk,
    });
    expect(await client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'offline', detail: 'ECONNREFUSED' },
    });
    expect(await client.sendMessage('n1', 'Hi')).toMatchObject({ error: { code: 'offline' } });
  });

  it('that changes something waits until committed data is on disk; a read does not', async () => {
    const { flush, asked, take } = slowDisk();
    const service = await testService(
      (_asked, response) => json(response, 200, { userID: 'u1' }),
      undefined,
      { flush },
    );
    const sending = service.client.sendMessage('n1', 'Hi');
    await asked;
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({ ok: true });
    expect(service.asked).toMatchObject([{ method: 'GET' }]);
    take();
    await sending;
    expect(service.asked).toMatchObject([{ method: 'GET' }, { method: 'POST' }]);
  });

  it('is not sent when committed data cannot be written to disk', async () => {
    const { flush, refuse } = slowDisk();
    const service = await testService((_asked, response) => json(response, 200, {}), undefined, {
      flush,
    });
    refuse();
    expect(await service.client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { code: 'disk_full' },
    });
    expect(service.asked).toEqual([]);
  });

  it('is not sent when it may no longer leave once its data is on disk', async () => {
    const { flush, asked, take } = slowDisk();
    const service = await testService((_asked, response) => json(response, 200, {}), undefined, {
      flush,
    });
    let maySend = true;
    const sending = service.client.sendMessage('n1', 'Hi', () => maySend);
    await asked;
    maySend = false;
    take();
    expect(await sending).toMatchObject({ error: { code: 'timeout' } });
    expect(service.asked).toEqual([]);
  });

  it('fails when its whole answer takes more than a minute', async () => {
    const clock = testClock();
    const service = await testService(
      (_asked, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        setImmediate(() => clock.advance(60_000));
      },
      undefined,
      { clock },
    );
    expect(await service.client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { code: 'outcome_unknown', detail: 'deadline' },
    });
  });
});

describe('a token that cannot be obtained', () => {
  it.each([
    ['service_unavailable', 503],
    ['unexpected_answer', 200],
    ['forbidden', 403],
  ] as const)(
    'fails the request as service_unavailable and sends nothing (%s)',
    async (code, status) => {
      const service = await testService(problem(500), () =>
        Promise.resolve(fail(code, 'The token endpoint failed.', { status })),
      );
      expect(await service.client.sendMessage('n1', 'Hi')).toEqual(
        fail('service_unavailable', 'The token endpoint failed.'),
      );
      expect(service.asked).toEqual([]);
    },
  );
});

describe('a rejected token', () => {
  const tokens =
    (rejected: (string | null)[]): TokenSource =>
    (token) => {
      rejected.push(token);
      return Promise.resolve(succeed(token === null ? 'old' : 'new'));
    };

  it('is replaced once, and the request is repeated, even a reply', async () => {
    const rejected: (string | null)[] = [];
    const service = await testService(
      ({ headers }, response) =>
        headers.authorization === 'Bearer new'
          ? json(response, 201, { messageID: 'm1', text: 'Hi' })
          : problem(401)({} as never, response, 1),
      tokens(rejected),
    );
    expect(await service.client.sendMessage('n1', 'Hi')).toMatchObject({
      value: { messageID: 'm1' },
    });
    expect(rejected).toEqual([null, 'old']);
    expect(service.asked.map(({ body }) => body)).toEqual(['{"text":"Hi"}', '{"text":"Hi"}']);
  });

  it('fails as reconnect_needed if its replacement is rejected too', async () => {
    const service = await testService(problem(401, { detail: 'Token revoked' }), tokens([]));
    expect(await service.client.fetchNegotiation('n1', 'background')).toMatchObject({
      error: { code: 'reconnect_needed' },
    });
    expect(service.asked).toHaveLength(2);
  });

  it('that lacks a scope fails as scope_missing, without a new token', async () => {
    const rejected: (string | null)[] = [];
    const detail = 'The token lacks supply::messages.write';
    const service = await testService(problem(401, { detail }), tokens(rejected));
    expect(await service.client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { code: 'scope_missing', detail },
    });
    expect(rejected).toEqual([null]);
  });

  it('that cannot be replaced fails with the error from main', async () => {
    const service = await testService(problem(401), (token) =>
      Promise.resolve(token === null ? succeed('old') : fail('reconnect_needed', 'Gone.')),
    );
    expect(await service.client.fetchNegotiation('n1', 'background')).toEqual(
      fail('reconnect_needed', 'Gone.'),
    );
  });
});

describe('a reply', () => {
  it.each<[string, Respond]>([
    ['the connection breaks', (_asked, response) => void response.socket?.destroy()],
    [
      'the answer breaks off',
      (_asked, response) => {
        response.writeHead(201, { 'content-length': '50' });
        response.write('{', () => response.destroy());
      },
    ],
  ])('is never sent again when %s: its outcome is unknown', async (_what, respond) => {
    const service = await testService(respond);
    expect(await service.client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { code: 'outcome_unknown' },
    });
    expect(service.asked).toHaveLength(1);
  });

  it('in flight when the network fails has an unknown outcome, even for EHOSTUNREACH', async () => {
    let asked = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        asked += 1;
        line?.destroy(Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH' }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    let line: Socket | null = null;
    const dispatcher = new Agent({
      connect: (_options, done) => {
        const socket = connectTo(port, '127.0.0.1', () => done(null, socket));
        line = socket;
      },
    });
    onTestFinished(async () => {
      await dispatcher.destroy();
      server.close();
    });
    const client = createServiceClient({
      profile: { ...account.profile, baseUrl: `http://127.0.0.1:${port}` },
      token: () => Promise.resolve(succeed('t')),
      clock: testClock(),
      random: evenRandom,
      log: testLog(),
      flush: onDisk,
      connections: {
        getDispatcher: () => Promise.resolve(dispatcher),
        close: () => dispatcher.close(),
      },
    });
    expect(await client.sendMessage('n1', 'Hi')).toMatchObject({
      error: { code: 'outcome_unknown', detail: 'EHOSTUNREACH' },
    });
    expect(asked).toBe(1);
  });

  it('whose turn comes only after the connections were closed fails as offline', async () => {
    const service = await testService((_asked, response) => json(response, 500, {}));
    const client = createServiceClient({
      profile: { ...account.profile, baseUrl: service.origin },
      token: () => Promise.resolve(succeed('t')),
      clock: testClock(),
      random: evenRandom,
      log: testLog(),
      flush: onDisk,
    });
    await client.close();
    expect(await client.sendMessage('n1', 'Hi')).toMatchObject({ error: { code: 'offline' } });
    expect(service.asked).toEqual([]);
  });

  it('uses HTTP/1.1 only, because HTTP/2 may repeat a request on its own', async () => {
    const hello = new Promise<string>((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', (bytes) => {
          resolve(bytes.toString('latin1'));
          socket.destroy();
          server.close();
        });
      }).listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        const client = createServiceClient({
          profile: { ...account.profile, baseUrl: `https://127.0.0.1:${port}` },
          token: () => Promise.resolve(succeed('t')),
          clock: testClock(),
          random: evenRandom,
          log: testLog(),
          flush: onDisk,
        });
        void client.sendMessage('n1', 'Hi');
        onTestFinished(() => client.close());
      });
    });
    expect(await hello).toContain('\x08http/1.1');
    expect(await hello).not.toContain('\x02h2');
  });

  it.each([429, 500, 502, 503])('is not retried automatically after %i', async (status) => {
    const service = await testService(problem(status));
    await service.client.sendMessage('n1', 'Hi');
    expect(service.asked).toHaveLength(1);
  });
});

describe('what is logged about a failed request', () => {
  it('contains no token and no query', async () => {
    const service = await testService(
      problem(400, { detail: 'Bad https://h.test/a?token=leaked and Bearer token-1' }),
    );
    const answer = await service.client.fetchMessagePage(
      'n1',
      { limit: 20, sentAfter: 5 },
      'person',
    );
    const written = JSON.stringify([answer, service.logged]);
    expect(service.logged).toMatchObject([{ fields: { call: 'messages.list', code: 'rejected' } }]);
    expect(written).not.toMatch(/token-1|leaked|sentAfter|authorization/i);
  });

  it('contains no token even if the service repeats it', async () => {
    const service = await testService(
      problem(400, { detail: 'Nothing for token-1, says token-1' }),
    );
    const answer = await service.client.fetchMessagePage('n1', { limit: 20 }, 'person');
    expect(answer).toMatchObject({
      error: { detail: 'Nothing for [redacted], says [redacted]' },
    });
    expect(JSON.stringify(service.logged)).not.toContain('token-1');
  });
});

describe('a list', () => {
  it.each<[string, unknown, Record<string, string> | null]>([
    ['a URL', { next: 'https://evil.test/x?offset=2&limit=2' }, { offset: '2', limit: '2' }],
    ['a query', { next: '?cursor=abc' }, { cursor: 'abc' }],
    ['an offset', { next: 2 }, { offset: '2' }],
    ['an offset as text', { next: '2' }, { offset: '2' }],
    ['no next field', { limit: 2 }, { offset: '2' }],
    ['null', { next: null }, null],
  ])('gets its next page from %s', async (_form, pagination, next) => {
    const service = await testService((_asked, response) =>
      json(response, 200, { data: [{}, {}], pagination }),
    );
    const page = await service.client.fetchNegotiations('b1', {});
    expect(page).toMatchObject({ ok: true, value: { next } });
    expect(service.asked[0]?.path).toBe('/api/v4/businesses/b1/negotiations');
  });

  it('of businesses is read completely, however the service ends it', async () => {
    const all = [1, 2, 3, 4, 5].map((id) => ({ businessID: String(id) }));
    const honest = await testService(({ path }, response) => {
      const offset = Number(new URL(path, 'http://h').searchParams.get('offset') ?? 0);
      json(response, 200, { data: all.slice(offset, offset + 2), pagination: { limit: 2 } });
    });
    expect(await honest.client.listBusinesses()).toEqual(succeed(all));
    const deaf = await testService((_asked, response) => json(response, 200, { data: all }));
    expect(await deaf.client.listBusinesses()).toEqual(succeed(all));
  });

  it('of businesses ends at a page that is shorter than the service’s limit', async () => {
    const data = [{ businessID: '1' }];
    const service = await testService((_asked, response) =>
      json(response, 200, { data, pagination: { limit: 2 } }),
    );
    expect(await service.client.listBusinesses()).toEqual(succeed(data));
    expect(service.asked).toHaveLength(1);
  });

  it('of businesses that never ends is read for fifty pages', async () => {
    const service = await testService((_asked, response, nth) =>
      json(response, 200, { data: [{ businessID: String(nth) }], pagination: { next: nth } }),
    );
    expect(await service.client.listBusinesses()).toMatchObject({ value: { length: 50 } });
    expect(service.asked).toHaveLength(50);
  });
});
