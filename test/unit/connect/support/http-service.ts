/** A local HTTP service whose responses the test defines. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
export type Respond = (asked: Asked, response: ServerResponse, nth: number) => void;

export const json =
  (status: number, body: unknown): Respond =>
  (_asked, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));

/** Runs until the test ends. */
export const startHTTPService = async (respond: Respond) => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://127.0.0.1');
      const { method = '', headers } = request;
      const query = Object.fromEntries(url.searchParams);
      const one = { method, path: url.pathname, query, headers, body };
      asked.push(one);
      respond(one, response, asked.length);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked };
};
