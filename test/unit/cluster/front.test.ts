import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startFront } from '../../cluster/front.ts';
import { createChance } from '../../faults/chance.ts';
import { findFreePort } from '../../ports.ts';

it('a connection whose first server is away goes to the other one', async () => {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const inOrder = { ...createChance(1), shuffle: <T>(list: readonly T[]) => list };
  const front = await startFront([await findFreePort(), port], inOrder);
  onTestFinished(front.close);
  expect(await text(connect(front.port, '127.0.0.1'))).toBe('here');
});
