/** Clients that behave badly: they connect and say nothing, or not enough. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Opens connections, one after the other in order, and says `text` on each. */
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

/** Resolves with all that a socket was told, once the other side has closed it. */
export const closing = async (socket: Socket): Promise<string> => {
  let told = '';
  socket.on('data', (chunk) => (told += chunk.toString()));
  if (!socket.closed) await once(socket, 'close');
  return told;
};
