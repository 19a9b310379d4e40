/** Serves photos from resources/photos, which `npm run photos` draws, and a color gradient for other pictures. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createRandom } from '../generate/random.ts';

/** The same relative path from this file and from the bundle in out/main. */
const photos = path.join(import.meta.dirname, '../../resources/photos');

export const addPictures = (app: FastifyInstance): void => {
  app.get('/images/:kind/:file', async (request, reply) => sendTile(reply, request.url));
  app.get<{ Params: { file: string } }>('/attachments/:id/:file', async (request, reply) => {
    const photo = await readPhoto(request.params.file);
    if (photo === null) return sendTile(reply, request.url);
    return cacheForADay(reply).type('image/jpeg').send(photo);
  });
};

const readPhoto = async (file: string): Promise<Buffer | null> => {
  if (!/^[a-z-]+\.jpg$/.test(file)) return null;
  try {
    return await readFile(path.join(photos, file));
  } catch {
    return null;
  }
};

const cacheForADay = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'max-age=86400');

const sendTile = (reply: FastifyReply, address: string): FastifyReply => {
  const random = createRandom(0, 'picture', address);
  const color = [random.int(60, 200), random.int(60, 200), random.int(60, 200)] as const;
  return cacheForADay(reply)
    .type('image/png')
    .send(encodePNG(640, 480, color));
};

/** Encodes a PNG with a vertical gradient from the color to a darker one. */
const encodePNG = (
  width: number,
  height: number,
  color: readonly [number, number, number],
): Buffer => {
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
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(pixels)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
};

const encodeChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
};
