import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { guardConnections, patience, type Judge } from '../../../main/listener/listener.ts';
import { waitUntilClosed, openSockets } from './sockets.ts';

const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** A guarded server that answers each request, or hands it to a test. */
const startGuarded = async (maxConnections: number, judge: Judge = () => null) => {
  const server = createServer();
  const guard = guardConnections(server, { maxConnections, judge });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { server, guard, port: (server.address() as AddressInfo).port };
};

const next = async (server: ReturnType<typeof createServer>) =>
  (await once(server, 'request')) as [IncomingMessage, ServerResponse];

it('does not count a connection whose client left before its request was kept', async () => {
  const { server, guard, port } = await startGuarded(2);
  const [gone] = await openSockets(port, 1, get);
  const [request, response] = await next(server);
  gone?.destroy();
  await once(request.socket, 'close');
  guard.protect(request, response);
  server.on('request', (_request, answer: ServerResponse) => answer.end('x'));
  const [oldest, second] = await openSockets(port, 2, get);
  for (const socket of [oldest, second]) await once(socket!, 'data');
  await openSockets(port, 1, get);
  // Three are one too many: only the oldest of them is closed.
  await waitUntilClosed(oldest!);
  second?.write(get);
  await once(second!, 'data');
});

it('answers what arrived while its process stood still', async () => {
  const { server, port } = await startGuarded(9);
  server.on('request', (_request, answer: ServerResponse) => answer.end('x'));
  const [socket] = await openSockets(port, 1);
  // Only the server is slow: the request is at its computer.
  socket?.write(get);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.headersTimeout + 100);
  expect(String(await once(socket!, 'data'))).toContain('200 OK');
});

it('reads nothing more of a connection while it is judged', async () => {
  const judged = Promise.withResolvers<Socket>();
  const { server, port } = await startGuarded(9, ({ target }, socket) => {
    if (target === '/') return null;
    judged.resolve(socket);
    return new Promise(() => undefined);
  });
  server.on('request', (_request, answer: ServerResponse) => answer.end('x'));
  const [slow, quick] = await openSockets(port, 2);
  slow?.write(get.replace('/', '/slow') + 'x'.repeat(16_000_000));
  const socket = await judged.promise;
  for (let n = 0; n < 20; n += 1) {
    quick?.write(get);
    await once(quick!, 'data');
  }
  // Node itself reads a little ahead.
  expect(socket.bytesRead).toBeLessThan(1_000_000);
});

it('passes an admitted request on whole, however long the judge took', async () => {
  const judged = Promise.withResolvers<void>();
  const verdict = Promise.withResolvers<null>();
  const { server, port } = await startGuarded(9, () => {
    judged.resolve();
    return verdict.promise;
  });
  const [socket] = await openSockets(
    port,
    1,
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\n\r\nabc',
  );
  await judged.promise;
  socket?.write('def');
  verdict.resolve(null);
  const [request, response] = await next(server);
  let body = '';
  for await (const part of request) body += String(part);
  response.setHeader('connection', 'close').end(body);
  expect(await waitUntilClosed(socket!)).toContain('abcdef');
});
