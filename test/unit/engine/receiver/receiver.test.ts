import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, Server as NetServer, type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { request } from 'undici';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProbes } from '../../../../main/engine/receiver/probes.ts';
import { allEndpoints } from '../../../../main/engine/marketplaces/choose.ts';
import { createReceiver } from '../../../../main/engine/receiver/receiver.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { authenticate } from '../../../../main/engine/platform/http/credentials.ts';
import {
  putWebhook,
  listWebhooks,
} from '../../../../main/engine/marketplaces/pro-integration/v4/webhooks/rows.ts';
import type { Store } from '../../../../main/engine/platform/store/store.ts';
import { basic, deliveries, hook, isEmpty, journalOf, testReceiver } from '../support/receiver.ts';
import { testIngest } from '../support/ingest.ts';
import { event, message, negotiation } from '../support/records.ts';
import { serveHere } from '../support/serve.ts';
import { accountID, slowDisk, testLog, testStore } from '../support/store.ts';
import { waitUntilClosed, openSockets } from '../../listener/sockets.ts';

const newLead = event('NegotiationCreatedV4', negotiation('n1'));

describe('the receiver', () => {
  it('listens even if its port cannot be stored', async () => {
    const bench = testIngest();
    bench.store.db.pragma('query_only = ON');
    const probes = createProbes(systemRandom);
    const receiver = createReceiver({
      ...bench,
      endpoints: allEndpoints,
      openServer: serveHere(bench.clock),
      log: testLog(),
      publish: () => undefined,
      probes,
    });
    onTestFinished(() => receiver.stop());
    expect(await receiver.start()).toMatchObject({ ok: true });
    bench.store.db.pragma('query_only = OFF');
  });

  it('survives a connection that the system cannot accept, and accepts the next', async () => {
    const listen = vi.spyOn(NetServer.prototype, 'listen');
    onTestFinished(() => listen.mockRestore());
    const { send } = await testReceiver();
    const [server] = listen.mock.contexts as NetServer[];
    server?.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(await send(newLead)).toBe(204);
  });
});

describe('a delivery', () => {
  it('is on the disk before its 2xx, and recorded and applied after it', async () => {
    const { flush, asked, take } = slowDisk();
    const { send, store, view, receiver } = await testReceiver(flush);
    const answered = vi.fn();
    const sending = send(newLead).then(answered);
    await asked;
    expect(answered).not.toHaveBeenCalled();
    take();
    await sending;
    expect(answered).toHaveBeenCalledWith(204);
    expect(await deliveries(store)).toMatchObject([
      { event_type: 'NegotiationCreatedV4', times: 1 },
    ]);
    await vi.waitUntil(() => view('all').length === 1);
    expect(view('all')).toMatchObject([{ customerName: 'Maria Gomez' }]);
    expect(receiver.report()).toMatchObject({ listening: true, refused: 0 });
    expect(listWebhooks(store, accountID)).not.toMatchObject([{ lastDeliveryAt: null }]);
  });

  it('that cannot be written to disk is refused, so that the service retries', async () => {
    const { flush, refuse } = slowDisk();
    const { send } = await testReceiver(flush);
    refuse();
    expect(await send(newLead)).toBe(503);
  });

  it('is accepted while another program locks the database, and recorded once it is free', async () => {
    const { send, store, clock, view, log } = await testReceiver();
    const other = new Database(store.db.name);
    onTestFinished(() => void other.close());
    const after = vi.spyOn(clock, 'after');
    other.exec('BEGIN EXCLUSIVE');
    expect(await send(newLead)).toBe(204);
    for (let times = 1; times <= 15; times += 1) {
      await vi.waitUntil(() => after.mock.calls.length >= times);
      clock.advance(200);
    }
    await vi.waitUntil(() => log.lines.length > 0);
    expect(view('all')).toEqual([]);
    other.exec('ROLLBACK');
    clock.advance(5_000);
    await vi.waitUntil(() => view('all').length === 1);
    expect(await deliveries(store)).toHaveLength(1);
  });

  it('that was accepted while another program locks the database is applied afterwards', async () => {
    const { send, store, clock, view, log } = await testReceiver();
    const other = new Database(store.db.name);
    onTestFinished(() => void other.close());
    let isHeld = false;
    store.onCommit(() => {
      if (!isHeld) other.exec('BEGIN EXCLUSIVE');
      isHeld = true;
    });
    expect(await send(newLead)).toBe(204);
    await vi.waitUntil(() => log.lines.length > 0);
    expect(view('all')).toEqual([]);
    other.exec('ROLLBACK');
    clock.advance(5_000);
    await vi.waitUntil(() => view('all').length === 1);
  });

  it('that was accepted is applied once a full disk has room again', async () => {
    const bench = testIngest();
    putWebhook(bench.store, hook());
    let isFull = true;
    const receiver = createReceiver({
      ...bench,
      endpoints: allEndpoints,
      openServer: serveHere(bench.clock),
      ingest: {
        record: bench.ingest.record,
        applyRecorded: async () => {
          if (isFull) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
          return bench.ingest.applyRecorded();
        },
      },
      log: {
        ...testLog(),
        error: (_, text) => void bench.logged.push({ level: '', fields: {}, text }),
      },
      publish: () => undefined,
      probes: createProbes(systemRandom),
    });
    onTestFinished(() => receiver.stop());
    await receiver.start();
    const sendAndFail = async (times: number): Promise<void> => {
      await request(`${receiver.getAddress()}/hook/secret-path`, {
        method: 'POST',
        headers: { authorization: basic('name:password'), 'content-type': 'application/json' },
        body: newLead,
      });
      await vi.waitUntil(() => bench.logged.length === times);
    };
    await sendAndFail(1);
    bench.clock.advance(2_000);
    await sendAndFail(2);
    // However many deliveries wait, they are tried once in five seconds.
    bench.clock.advance(3_000);
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(bench.logged).toHaveLength(2);
    isFull = false;
    bench.clock.advance(2_000);
    await vi.waitUntil(() => bench.view('all').length === 1);
  });

  it('is accepted with a path prefix from a proxy', async () => {
    const { store, port } = await testReceiver();
    for (const path of ['/leads/hook/secret-path', '/a/hook/b/hook/secret-path']) {
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: basic('name:password'), 'content-type': 'application/json' },
        body: newLead,
      });
      await body.dump();
      expect(statusCode).toBe(204);
    }
    expect(await deliveries(store)).toMatchObject([{ times: 2 }]);
  });

  it('of an unknown type is stored and accepted', async () => {
    const { store, send } = await testReceiver();
    expect(await send(event('PresetJobCreated', { x: 1 }))).toBe(204);
    expect(await send('[]')).toBe(204);
    expect(await deliveries(store)).toHaveLength(2);
  });

  it('with extremely nested JSON is stored unchanged and does not block others', async () => {
    const { store, send } = await testReceiver();
    const deep = `{"event":{"eventType":"New"},"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await Promise.all([send(deep), send(newLead)])).toEqual([204, 204]);
    expect((await deliveries(store)).map(({ body }) => body.length)).toEqual(
      expect.arrayContaining([deep.length, newLead.length]),
    );
  });

  it('that cannot be recorded yet is recorded by the next engine, except that of a removed account', async () => {
    const { store, send, receiver, ingest, clock, log } = await testReceiver();
    store.db.pragma('query_only = ON');
    expect(await send(newLead)).toBe(204);
    await vi.waitUntil(() => log.lines.length > 0);
    await receiver.stop();
    store.db.pragma('query_only = OFF');
    const text = readFileSync(journalOf(store), 'utf8').replaceAll('\0', '');
    const [line = ''] = text.split('\n').filter(Boolean);
    const ofAnother = { ...(JSON.parse(line) as object), accountID: 'removed' };
    const ofLater = { ...(JSON.parse(line) as object), url: '/later/:path', body: '{"a":1}' };
    const more = [ofAnother, ofLater].map((one) => JSON.stringify(one)).join('\n');
    writeFileSync(journalOf(store), `${text}${more}\n`);
    const next = createReceiver({
      ...{ store, ingest, clock, log, endpoints: allEndpoints, openServer: serveHere(clock) },
      publish: () => undefined,
      probes: createProbes(systemRandom),
    });
    onTestFinished(() => next.stop());
    await next.start();
    expect(await deliveries(store)).toMatchObject([{ body: newLead }, { body: '{"a":1}' }]);
    await vi.waitUntil(async () => (await deliveries(store))[1]?.state === 'not_understood');
  });

  it('waits at a full journal, and is refused if that is not emptied', async () => {
    const { store, send, clock } = await testReceiver();
    const other = new Database(store.db.name);
    onTestFinished(() => void other.close());
    other.exec('BEGIN EXCLUSIVE');
    const large = `"${'x'.repeat(256 * 1024 - 2)}"`;
    for (let n = 0; n < 64; n += 1) expect(await send(large)).toBe(204);
    const after = vi.spyOn(clock, 'after');
    const refused = send(newLead);
    await vi.waitUntil(() => after.mock.calls.some(([ms]) => ms === 4_000));
    clock.advance(5_000);
    expect(await refused).toBe(503);
    other.exec('ROLLBACK');
    await vi.waitUntil(() => {
      clock.advance(1_000);
      return isEmpty(journalOf(store));
    });
    expect(await send(newLead)).toBe(204);
    expect((await deliveries(store)).map(({ times }) => times)).toEqual([64, 1]);
  });

  it('is not received when the journal cannot be opened', async () => {
    const bench = testIngest();
    mkdirSync(journalOf(bench.store));
    const receiver = createReceiver({
      ...{ ...bench, endpoints: allEndpoints, openServer: serveHere(bench.clock), log: testLog() },
      publish: () => undefined,
      probes: createProbes(systemRandom),
    });
    expect(await receiver.start()).toMatchObject({ ok: false });
    expect(receiver.report()).toMatchObject({ listening: false });
    await receiver.stop();
  });

  it('shares its commit with simultaneous ones', async () => {
    const { port, commits, store } = await testReceiver();
    const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    const burst = (nth: number) =>
      Promise.all(
        sockets.map(async (socket, n) => {
          const body = event('MessageCreatedV4', message(`${nth}-${n}`, 'n1', 'Customer', 'Hi', n));
          const answer = once(socket, 'data');
          socket.write(
            `POST /hook/secret-path HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\n` +
              `authorization: ${basic('name:password')}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
          );
          return String((await answer)[0]).slice(0, 12);
        }),
      );
    await burst(1);
    commits.length = 0;
    expect(new Set(await burst(2))).toEqual(new Set(['HTTP/1.1 204']));
    expect(await deliveries(store)).toHaveLength(20);
    expect(commits.length).toBeLessThan(10);
  });
});

describe('a delivery is refused', () => {
  it.each([
    ['an unknown path', { path: 'other' }, 404],
    ['a longer path', { path: 'secret-path-and-more' }, 404],
    ['a wrong password', { pair: 'name:wrong' }, 401],
    ['a wrong name', { pair: 'other:password' }, 401],
    ['no credentials', { pair: '' }, 401],
    ['another method', { method: 'PUT' as const }, 405],
    ['a GET', { method: 'GET' as const }, 405],
    ['a form', { type: 'application/x-www-form-urlencoded' }, 415],
    ['plain text', { type: 'text/plain' }, 415],
  ])('for %s, and counted', async (_what, how, status) => {
    const { send, store, receiver } = await testReceiver();
    expect(await send(newLead, how)).toBe(status);
    expect(await deliveries(store)).toEqual([]);
    expect(receiver.report().refused).toBe(1);
  });

  it('when it is not JSON', async () => {
    const { send, store } = await testReceiver();
    for (const body of ['', '{"event":', 'hello', '['.repeat(200_000)]) {
      expect(await send(body)).toBe(400);
    }
    expect(await deliveries(store)).toEqual([]);
  });

  it('when it is larger than 256 KiB, with or without a length', async () => {
    const { send, port, store } = await testReceiver();
    expect(await send(`"${'x'.repeat(256 * 1024)}"`)).toBe(413);
    const socket = connect(port, '127.0.0.1');
    const answer = once(socket, 'data');
    socket.write(
      `POST /hook/secret-path HTTP/1.1\r\nhost: any\r\ncontent-type: application/json\r\n` +
        `authorization: ${basic('name:password')}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    socket.write(chunk.repeat(5));
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    expect(await send(`"${'x'.repeat(256 * 1024 - 2)}"`)).toBe(204);
    expect(await deliveries(store)).toHaveLength(1);
  });

  it('with 429 after twenty failures, while valid credentials still pass', async () => {
    const { send, clock } = await testReceiver();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) statuses.push(await send(newLead, { pair: 'name:guess' }));
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect(await send(newLead)).toBe(204);
    clock.set(clock.now() + 24 * 60 * 60_000);
    expect(await send(newLead, { pair: 'name:guess' })).toBe(429);
    clock.advance(60_000);
    expect(await send(newLead, { pair: 'name:guess' })).toBe(401);
  });

  it('with 404 at other paths', async () => {
    const { port } = await testReceiver();
    for (const path of ['/', '/hook', '/hook/', '/hook/secret-path/x', '/secret-path']) {
      const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
      });
      await body.dump();
      expect(statusCode).toBe(404);
    }
  });
});

describe('useless connections', () => {
  it.each([
    ['send nothing', ''],
    ['start a request', 'POST /hook/secret-path HTTP/1.1\r\nhost: a'],
    [
      'start a request to an unknown address',
      'POST /elsewhere HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n',
    ],
  ])('that %s do not block deliveries', async (_what, text) => {
    const { send, port, store } = await testReceiver();
    await openSockets(port, 260, text);
    expect(await send(newLead)).toBe(204);
    expect(await deliveries(store)).toHaveLength(1);
  });

  it('are limited to two hundred, and the longest idle one is closed first', async () => {
    const { port } = await testReceiver();
    const sockets = await openSockets(port, 260);
    const open = () => sockets.flatMap((socket, nth) => (socket.closed ? [] : [nth]));
    await vi.waitFor(() => expect(open()).toHaveLength(200));
    expect(open()[0]).toBe(60);
  });

  it('do not close a service that connected just before', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { port, store } = await testReceiver();
    const [service] = await openSockets(port, 1);
    if (service === undefined) throw new Error('not connected');
    await openSockets(port, 260);
    service.write(
      `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
        `authorization: ${basic('name:password')}\r\ncontent-length: ${newLead.length}\r\n\r\n${newLead}`,
    );
    expect(String((await once(service, 'data'))[0])).toMatch(/^HTTP\/1\.1 204 /);
    expect(await deliveries(store)).toHaveLength(1);
  });

  it('do not close a connection that has delivered', async () => {
    const { port, store } = await testReceiver();
    const one =
      `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
      `authorization: ${basic('name:password')}\r\ncontent-length: ${newLead.length}\r\n\r\n${newLead}`;
    const [kept] = await openSockets(port, 1, one);
    if (kept === undefined) throw new Error('not connected');
    const first = String((await once(kept, 'data'))[0]);
    expect(first).toMatch(/^HTTP\/1\.1 204 /);
    // It is closed after ten idle seconds.
    expect(first).toMatch(/\r\nkeep-alive: timeout=10\b/i);
    await openSockets(port, 260);
    const answer = once(kept, 'data');
    kept.write(one);
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 204 /);
    expect(await deliveries(store)).toMatchObject([{ times: 2 }]);
  });

  it('do not interrupt a slow delivery', async () => {
    const { port, store } = await testReceiver();
    const [slow] = await openSockets(
      port,
      1,
      `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
        `connection: close\r\nauthorization: ${basic('name:password')}\r\n` +
        `expect: 100-continue\r\ncontent-length: ${newLead.length}\r\n\r\n`,
    );
    if (slow === undefined) throw new Error('not connected');
    expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /);
    await openSockets(port, 260);
    const response = waitUntilClosed(slow);
    slow.write(newLead);
    expect(await response).toMatch(/^HTTP\/1\.1 204 /);
    expect(await deliveries(store)).toHaveLength(1);
  });

  it('are closed after some seconds', { timeout: 30_000 }, async () => {
    const { port } = await testReceiver();
    const began = performance.now();
    const sockets = [
      ...(await openSockets(port, 1)),
      ...(await openSockets(port, 1, 'POST /hook/secret-path HTTP/1.1\r\nhost: a')),
      // A caller with credentials who stops in the middle of a body.
      ...(await openSockets(
        port,
        1,
        `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
          `authorization: ${basic('name:password')}\r\ncontent-length: 9\r\n\r\n{`,
      )),
    ];
    await Promise.all(sockets.map(waitUntilClosed));
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it.each([
    ['wrong credentials', 'POST /hook/secret-path', basic('name:wrong')],
    ['an unknown path', 'POST /hook/elsewhere', basic('name:password')],
    ['an unknown address', 'POST /elsewhere', basic('name:password')],
    ['another method', 'PUT /hook/secret-path', basic('name:password')],
    ['another method of an endpoint', 'PUT /partner/secret-path/v1/lead', basic('name:password')],
    ['another type', 'POST /hook/secret-path', `${basic('name:password')}\r\nx: y`],
  ])(
    'are closed at once when refused for %s, even with more data to come',
    async (_what, line, pair) => {
      const { port } = await testReceiver();
      const type = pair.includes('x: y') ? 'text/plain' : 'application/json';
      const [socket] = await openSockets(
        port,
        1,
        `${line} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\nauthorization: ${pair}\r\n` +
          `content-length: 200000\r\n\r\n{`,
      );
      if (socket === undefined) throw new Error('not connected');
      const response = await waitUntilClosed(socket);
      expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
      // Otherwise the server would read the rest until the request timeout.
      expect(response).toMatch(/\r\nconnection: close\r\n/i);
    },
  );

  it('get one refusal, and later requests on them are not read', async () => {
    const { port, store, receiver } = await testReceiver();
    const good =
      `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
      `authorization: ${basic('name:password')}\r\ncontent-length: ${newLead.length}\r\n\r\n${newLead}`;
    const [socket] = await openSockets(port, 1, `GET /x HTTP/1.1\r\nhost: a\r\n\r\n${good}`);
    if (socket === undefined) throw new Error('not connected');
    expect((await waitUntilClosed(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    expect(await deliveries(store)).toEqual([]);
    expect(receiver.report().refused).toBe(1);
  });

  it('are closed after a thousand requests', async () => {
    const { port } = await testReceiver();
    const one =
      `POST /hook/secret-path HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` +
      `authorization: ${basic('name:password')}\r\ncontent-length: 2\r\n\r\n{}`;
    const [socket] = await openSockets(port, 1, one.repeat(2_000));
    if (socket === undefined) throw new Error('not connected');
    const response = await waitUntilClosed(socket);
    expect(response.match(/HTTP\/1\.1 204 /g)?.length ?? 0).toBeLessThanOrEqual(1_000);
  });
});

describe('a delivery among a thousand webhooks', () => {
  it('is assigned by its path, even if other rows are damaged', async () => {
    const { send, store } = await testReceiver();
    store.write(() => {
      for (let n = 0; n < 1_000; n += 1) {
        putWebhook(store, hook({ businessID: `other-${n}`, path: `path-${n}`, webhookID: null }));
      }
    });
    store.db
      .prepare("UPDATE webhooks SET reason = 'half {' WHERE business_id LIKE 'other-%'")
      .run();
    expect(await send(newLead)).toBe(204);
    expect(await send(newLead, { pair: 'name:wrong' })).toBe(401);
    expect(await send(newLead, { path: 'nowhere' })).toBe(404);
  });
});

describe('a test event', () => {
  it('is recognized by its own path and credentials while it is expected, and not stored', async () => {
    const { send, store, probes } = await testReceiver();
    const probe = probes.expect();
    const pair = `${probe.username}:${probe.password}`;
    expect(await send('{}', { path: probe.path, pair: 'name:password' })).toBe(401);
    expect(probe.hasArrived()).toBe(false);
    expect(await send('{}', { path: probe.path, pair })).toBe(204);
    expect(probe.hasArrived()).toBe(true);
    probe.forget();
    expect(await send('{}', { path: probe.path, pair })).toBe(404);
    expect(await deliveries(store)).toEqual([]);
    expect(listWebhooks(store, accountID)).toMatchObject([{ lastDeliveryAt: null }]);
  });
});

describe('authentication', () => {
  it('accepts only valid credentials, and compares even for unknown paths', () => {
    expect(authenticate([hook()], basic('name:password'))).toMatchObject({
      sender: { businessID: 'b1' },
    });
    for (const header of [
      undefined,
      '',
      'Basic',
      'Basic !!',
      'Bearer x',
      basic(':'),
      basic('é:ß'),
    ]) {
      expect(authenticate([hook()], header)).toEqual({ sender: null, status: 401 });
      expect(authenticate([], header)).toEqual({ sender: null, status: 404 });
    }
  });
});

describe('the port', () => {
  const parts = (store: Store) => {
    const bench = testIngest();
    const probes = createProbes(systemRandom);
    return {
      ...bench,
      store,
      log: testLog(),
      publish: () => undefined,
      endpoints: allEndpoints,
      openServer: serveHere(bench.clock),
      probes,
    };
  };

  it('stays the same across restarts, and is on 127.0.0.1 only', async () => {
    const store = testStore();
    const first = createReceiver(parts(store));
    const one = await first.start();
    const address = first.getAddress();
    await first.stop();
    expect(first.getAddress()).toBeNull();
    const second = createReceiver(parts(store));
    onTestFinished(() => second.stop());
    expect(await second.start()).toEqual(one);
    expect(second.getAddress()).toBe(address);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it('changes when another program uses it', async () => {
    const store = testStore();
    const first = createReceiver(parts(store));
    const one = await first.start();
    await first.stop();
    if (!one.ok) throw new Error(one.error.message);
    const thief = createServer().listen(one.value.port, '127.0.0.1');
    await once(thief, 'listening');
    onTestFinished(() => void thief.close());
    const second = createReceiver(parts(store));
    onTestFinished(() => second.stop());
    const two = await second.start();
    expect(two).toMatchObject({ ok: true });
    expect(two).not.toEqual(one);
    expect((thief.address() as AddressInfo).port).toBe(one.value.port);
  });
});
