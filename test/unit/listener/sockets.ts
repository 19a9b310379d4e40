/** Clients that connect and send nothing, or an incomplete request. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens connections in order and sends `text` on each. */
export const openSockets = async (
  port: number,
  many: number,
  text = '',
): Promise<readonly Socket[]> => {
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (let n = 0; n < many; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    if (text !== '') socket.write(text);
  }
  return sockets;
};

/** Resolves with everything that a socket received once the other side closes it. */
export const waitUntilClosed = async (socket: Socket): Promise<string> => {
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  if (!socket.closed) await once(socket, 'close');
  return received;
};
