/** `npm run icons`: draws the app's pictures from the SVG files in resources/. They are committed; a test compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { icnsOf, icoOf } from './icon-files.mjs';
import { isProgram, root } from './script.mjs';

const resources = path.join(root, 'resources');

/** Sizes that Linux desktops look for. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** Sizes that Windows shows at 100 to 400 %, from the title bar to the largest tiles. */
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256];

/** File in resources/tray → its drawing there, and how wide it is in pixels. */
const trayPictures = {
  'tray.png': ['tray.svg', 32],
  'tray@2x.png': ['tray.svg', 64],
  'tray-waiting.png': ['tray-waiting.svg', 32],
  'tray-waiting@2x.png': ['tray-waiting.svg', 64],
  'trayTemplate.png': ['trayTemplate.svg', 18],
  'trayTemplate@2x.png': ['trayTemplate.svg', 36],
  'tray-waitingTemplate.png': ['tray-waitingTemplate.svg', 18],
  'tray-waitingTemplate@2x.png': ['tray-waitingTemplate.svg', 36],
};

/** Draws an SVG file as a PNG, so many pixels wide. */
const draw = (file, width) =>
  new Resvg(readFileSync(file, 'utf8'), { fitTo: { mode: 'width', value: width } })
    .render()
    .asPng();

/** Draws all of them: path below resources/, with `/` on every system → content. */
export function drawIcons() {
  const icon = (size) => draw(path.join(resources, 'icon.svg'), size);
  return new Map([
    ...linuxSizes.map((size) => [`icons/${size}x${size}.png`, icon(size)]),
    ['icons/icon.ico', icoOf(windowsSizes.map((size) => ({ size, png: icon(size) })))],
    ['icons/icon.icns', icnsOf(icon)],
    ['icon-window.png', icon(256)],
    ...Object.entries(trayPictures).map(([name, [drawing, width]]) => [
      `tray/${name}`,
      draw(path.join(resources, 'tray', drawing), width),
    ]),
  ]);
}

if (isProgram(import.meta.url)) {
  mkdirSync(path.join(resources, 'icons'), { recursive: true });
  for (const [name, content] of drawIcons()) {
    writeFileSync(path.join(resources, name), content);
    console.log(`hearthline: resources/${name}`);
  }
}
