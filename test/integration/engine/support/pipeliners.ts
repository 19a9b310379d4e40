/**
 * Clients without credentials in a separate process. Each pipelines requests, never reads a response, and
 * reconnects as soon as it is disconnected.
 */
import { connect } from 'node:net';

const [port = '', clients = ''] = process.argv.slice(2);
const requests = 'GET /x HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2_000);
let connections = 0;

const attack = (): void => {
  const socket = connect(Number(port), '127.0.0.1');
  const pipeline = (): void => {
    while (!socket.destroyed && socket.write(requests));
  };
  socket.pause();
  socket.on('error', () => undefined);
  socket.on('connect', () => {
    connections += 1;
    pipeline();
  });
  socket.on('drain', pipeline);
  socket.on('close', () => setImmediate(attack));
};

for (let nth = 0; nth < Number(clients); nth += 1) attack();
process.on('message', () => process.send?.({ connections }, () => process.exit(0)));
process.on('disconnect', () => process.exit(1));
process.send?.('attacking');
