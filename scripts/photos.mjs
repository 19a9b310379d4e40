/** `npm run photos`: renders the sample customers' photos from resources/photos/*.svg; both are committed. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { root } from './script.mjs';

const folder = path.join(root, 'resources', 'photos');
const read = (name) => readFileSync(path.join(folder, name), 'utf8');
const shared = 'parts.svg';

for (const name of readdirSync(folder)) {
  if (!name.endsWith('.svg') || name === shared) continue;
  const svg = read(name).replace(/<\/svg>\s*$/, `${read(shared)}</svg>`);
  const { width, height, pixels } = new Resvg(svg, {
    fitTo: { mode: 'width', value: 768 },
    font: { loadSystemFonts: false },
  }).render();
  const photo = name.replace('.svg', '.jpg');
  await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten()
    .jpeg({ quality: 62, mozjpeg: true })
    .toFile(path.join(folder, photo));
  console.log(`hearthline: resources/photos/${photo}`);
}
