/** Image headers, and a server whose responses the test defines. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

const big = (value: number, length: number): string => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer.toString('latin1');
};
const little = (value: number, length: number): string =>
  [...big(value, length)].reverse().join('');

/** An image of each format with these dimensions in its header. */
export const pictureOf = {
  jpg: (width: number, height: number) =>
    bytes(
      `\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08${big(height, 2)}${big(width, 2)}\x01\xff\xda`,
    ),
  png: (width: number, height: number) =>
    bytes(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR${big(width, 4)}${big(height, 4)}\x08\x06`),
  /** Its canvas has one pixel; its frame is larger. */
  gif: (width: number, height: number) =>
    bytes(
      `GIF89a\x01\0\x01\0\0\0\0\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0${little(width, 2)}${little(height, 2)}\0\x02\0\x3b`,
    ),
  /** Its canvas has one pixel; its animation's frame is larger. */
  webp: (width: number, height: number) =>
    bytes(
      `RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0ANMF\x0c\0\0\0\0\0\0\0\0\0${little(width - 1, 3)}${little(height - 1, 3)}`,
    ),
  avif: (width: number, height: number) =>
    bytes(`\0\0\0\x1cftypavif\0\0\0\0\0\0\0\x14ispe\0\0\0\0${big(width, 4)}${big(height, 4)}`),
} as const;

export const heads = {
  jpg: pictureOf.jpg(40, 30),
  png: pictureOf.png(40, 30),
  gif: pictureOf.gif(40, 30),
  webp: pictureOf.webp(40, 30),
  avif: pictureOf.avif(40, 30),
} as const;

export type PictureServer = {
  readonly origin: string;
  /** The requests in order. */
  readonly asked: readonly IncomingMessage[];
};

/** Runs until the test ends. */
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
