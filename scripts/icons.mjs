/** `npm run icons`: draws the app's pictures from the SVG files in resources/. They are committed; a test compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { encodeICNS, encodeICO } from './icon-files.mjs';
import { isProgram, root } from './script.mjs';

const resources = path.join(root, 'resources');

/** Sizes that Linux desktops look for. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
/** Sizes that Windows shows at 100 to 400 %, from the title bar to the largest tiles. */
const windowsSizes = [16, 20, 24, 32, 40, 48, 64, 96, 128, 256];

/** Files in resources/tray, each with its drawing there and its width in pixels. */
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

/** Draws an SVG file as a PNG of a width in pixels. */
const draw = (file, width) =>
  new Resvg(readFileSync(file, 'utf8'), { fitTo: { mode: 'width', value: width } })
    .render()
    .asPng();

/** Draws all pictures. Returns their contents by path below resources/, with `/` on every system. */
export function drawIcons() {
  const drawIcon = (size) => draw(path.join(resources, 'icon.svg'), size);
  return new Map([
    ...linuxSizes.map((size) => [`icons/${size}x${size}.png`, drawIcon(size)]),
    ['icons/icon.ico', encodeICO(windowsSizes.map((size) => ({ size, png: drawIcon(size) })))],
    ['icons/icon.icns', encodeICNS(drawIcon)],
    ['icon-window.png', drawIcon(256)],
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
