/**
 * Takes the place of the start-up app inside the development runtime that electron-registry.mjs puts
 * together: `electron [flags] APP` loads APP, a folder with a package.json or one file. It is never
 * part of a shipped build, and does nothing else that Electron's own does.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const position = process.argv.findIndex((word, i) => i > 0 && !word.startsWith('-'));
if (position === -1) {
  console.error('usage: electron [flags] APP');
  app.exit(2);
} else {
  // Awaited: Electron holds `ready` back until this module has ended, as its own start-up app makes it.
  await load(path.resolve(process.argv[position]));
}

async function load(target) {
  const isFolder = statSync(target).isDirectory();
  const folder = isFolder ? target : path.dirname(target);
  const manifest = path.join(folder, 'package.json');
  const about = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  process.argv[position] = target;
  process.defaultApp = true;
  app.setAppPath(folder);
  if (isFolder) {
    app.setName(about.productName ?? about.name ?? 'Electron');
    if (about.version) app.setVersion(about.version);
  }
  // `import` loads CommonJS too, so the kind of the entry does not matter.
  const entry = isFolder ? path.join(folder, about.main ?? 'index.js') : target;
  try {
    await import(pathToFileURL(entry).href);
  } catch (error) {
    console.error(error);
    app.exit(1);
  }
}
