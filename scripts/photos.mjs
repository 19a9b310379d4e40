/**
 * `npm run photos`: the photos that sample customers send, drawn by scripts/photos/. What it writes is
 * committed, so that the app needs nothing of this.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { movingPhotos } from './photos/moving.mjs';
import { outdoorPhotos } from './photos/outdoors.mjs';
import { roomPhotos } from './photos/rooms.mjs';
import { systemPhotos } from './photos/systems.mjs';
import { waterPhotos } from './photos/water.mjs';
import { root } from './script.mjs';

const folder = path.join(root, 'resources', 'photos');
const quality = 62;

mkdirSync(folder, { recursive: true });
const photos = {
  ...waterPhotos,
  ...roomPhotos,
  ...systemPhotos,
  ...movingPhotos,
  ...outdoorPhotos,
};

for (const [name, svg] of Object.entries(photos)) {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten()
    .jpeg({ quality, mozjpeg: true })
    .toFile(path.join(folder, `${name}.jpg`));
  console.log(`hearthline: resources/photos/${name}.jpg`);
}
