/** A partner's server for tests, which records deliveries and sends configured responses. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export async function openReceiver() {
  const received: Received[] = [];
  const statuses: number[] = [];
  let wake = () => {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      response.writeHead(statuses.shift() ?? 200).end(() => wake());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** The next response statuses; 200 afterwards. */
    answerWith: (...next: number[]) => statuses.push(...next),
    /** Waits for `count` deliveries and returns all of them. */
    async atLeast(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return received;
    },
  };
}
