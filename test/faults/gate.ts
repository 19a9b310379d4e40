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
  readonly setTarget: (port: number | null) => void;
  /** True if the app acknowledged a delivery with this word. */
  readonly hasAcknowledged: (word: string) => boolean;
  readonly countDeliveries: () => number;
  readonly close: () => void;
};

/**
 * Opens the gate.
 *
 * @param findWords the words that identify a delivery
 * @param onAcknowledged called with the path of an acknowledged delivery with such words, before the service gets the response
 */
export const openGate = async (
  findWords: (body: string) => readonly string[],
  onAcknowledged: (path: string) => void,
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
          const words = findWords(Buffer.concat(pieces).toString());
          for (const word of words) acknowledged.add(word);
          if (words.length > 0) onAcknowledged(url ?? '');
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
    setTarget: (port) => {
      target = port;
    },
    hasAcknowledged: (word) => acknowledged.has(word),
    countDeliveries: () => deliveries,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
