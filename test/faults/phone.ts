/** The professional's own webhook, which receives news about leads. It fails now and then. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReachMessage } from '../../contract/reach.ts';

export type Phone = {
  readonly address: string;
  /** Messages that arrived, also if the response was lost. */
  readonly received: readonly ReachMessage[];
  readonly close: () => void;
};

/** Opens it: every fifth request is answered with 503, and every seventh message arrives without a response. */
export const openPhone = async (): Promise<Phone> => {
  const received: ReachMessage[] = [];
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    outgoing.on('error', () => undefined);
    requests += 1;
    const request = requests;
    if (request % 5 === 0) {
      outgoing.writeHead(503).end();
      return;
    }
    text(incoming).then(
      (body) => {
        received.push(JSON.parse(body) as ReachMessage);
        if (request % 7 === 0) outgoing.destroy();
        else outgoing.end();
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
