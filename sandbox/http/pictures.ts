/**
 * Serves the pictures that records point to: one fading tile of color each, made from its address, so
 * that what a client downloads is a real image.
 */
import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { randomOf } from '../generate/random.ts';

export const addPictures = (app: FastifyInstance): void => {
  for (const path of ['/images/:kind/:file', '/attachments/:id/:file'])
    app.get(path, async (request, reply) => {
      const random = randomOf(0, 'picture', request.url);
      const color = [random.int(60, 200), random.int(60, 200), random.int(60, 200)] as const;
      return reply
        .type('image/png')
        .header('cache-control', 'max-age=86400')
        .send(png(640, 480, color));
    });
};

/** A PNG that fades from the color to a darker one. */
const png = (width: number, height: number, color: readonly [number, number, number]): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const shade = 1 - (0.4 * y) / height;
    const row = Buffer.alloc(1 + 3 * width);
    return row.fill(Buffer.from(color.map((part) => Math.round(part * shade))), 1);
  });
  const pixels = Buffer.concat(rows);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
};
