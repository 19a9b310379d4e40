/** Pictures as far as their first bytes, and a server that answers with what a test says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

export const heads = {
  jpg: bytes('\xff\xd8\xff\xe0 a jpeg'),
  png: bytes('\x89PNG\r\n\x1a\n a png'),
  gif: bytes('GIF89a a gif'),
  webp: bytes('RIFF\x10\0\0\0WEBPVP8 '),
  avif: bytes('\0\0\0\x1cftypavif\0\0\0\0'),
} as const;

export type PictureServer = {
  readonly origin: string;
  /** What was asked for, in order. */
  readonly asked: readonly IncomingMessage[];
};

/** Starts a server that goes when the test ends. */
export const pictureServer = async (
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PictureServer> => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};
