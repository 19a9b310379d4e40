/** The professional's web server: a proxy that removes a path prefix. */
import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type WebServer = {
  readonly address: string;
  readonly port: number;
  readonly close: () => void;
};

/**
 * Opens a web server on this computer.
 * @param to the port to pass requests to
 * @param below the path prefix with a leading slash, or empty
 * @param at the port to listen on; 0 for any
 * @param hear called with every request that it passes on
 */
export const openWebServer = async (
  to: number,
  below = '',
  at = 0,
  hear: (incoming: IncomingMessage) => void = () => undefined,
): Promise<WebServer> => {
  const server = createServer((incoming, outgoing) => {
    hear(incoming);
    const { method, headers, url = '' } = incoming;
    const passed = ask(
      { host: '127.0.0.1', port: to, path: url.slice(below.length), method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${below}`,
    port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
