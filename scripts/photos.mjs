/**
 * `npm run photos`: the photos that sample customers send, drawn by scripts/photos/. What it writes is
 * committed, so that the app needs nothing of this.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { jpegOf } from './photos/jpeg.mjs';
import { outdoorPhotos } from './photos/outdoors.mjs';
import { roomPhotos } from './photos/rooms.mjs';
import { waterPhotos } from './photos/water.mjs';
import { root } from './script.mjs';

const folder = path.join(root, 'resources', 'photos');
const quality = 62;

mkdirSync(folder, { recursive: true });
for (const [name, svg] of Object.entries({ ...waterPhotos, ...roomPhotos, ...outdoorPhotos })) {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  writeFileSync(path.join(folder, `${name}.jpg`), jpegOf(width, height, pixels, quality));
  console.log(`hearthline: resources/photos/${name}.jpg`);
}
