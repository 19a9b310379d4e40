/**
 * The professional's web server in front of the tunnel: every delivery passes it. It can be shut, and it
 * remembers which deliveries the app has acknowledged and must therefore have.
 */
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Gate = {
  readonly address: string;
  /** Sets the port to pass deliveries to; null for none. */
  readonly leadTo: (port: number | null) => void;
  /** True if the app acknowledged a delivery with this word. */
  readonly acknowledged: (word: string) => boolean;
  readonly deliveries: () => number;
  readonly close: () => void;
};

/**
 * Opens the gate.
 *
 * @param wordsIn the words that identify a delivery
 * @param passed called with the path of an acknowledged delivery with such words, before the service gets the response
 */
export const openGate = async (
  wordsIn: (body: string) => readonly string[],
  passed: (path: string) => void,
): Promise<Gate> => {
  const acknowledged = new Set<string>();
  let deliveries = 0;
  let target: number | null = null;
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    if (target === null) {
      outgoing.destroy();
      return;
    }
    const pieces: Buffer[] = [];
    const { method, headers, url } = incoming;
    const onward = ask(
      { host: '127.0.0.1', port: target, path: url, method, headers, agent: false },
      (answer) => {
        const status = answer.statusCode ?? 502;
        if (status >= 200 && status < 300) {
          deliveries += 1;
          const words = wordsIn(Buffer.concat(pieces).toString());
          for (const word of words) acknowledged.add(word);
          if (words.length > 0) passed(url ?? '');
        }
        outgoing.writeHead(status, answer.headers);
        answer.on('error', () => outgoing.destroy()).pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.on('error', () => onward.destroy()).on('data', (piece: Buffer) => pieces.push(piece));
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => {
      target = port;
    },
    acknowledged: (word) => acknowledged.has(word),
    deliveries: () => deliveries,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
