/**
 * Replaces the start-up app inside the development runtime that electron-registry.mjs assembles:
 * `electron [flags] [-r MODULE] APP` loads MODULE and then APP, a folder with a package.json or one file.
 * It has no other feature of Electron's start-up app, and is never shipped.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const isAppPath = (arg, i, args) => i > 0 && !arg.startsWith('-') && args[i - 1] !== '-r';
const appPath = process.argv.find(isAppPath);
if (appPath === undefined) {
  console.error('usage: electron [flags] [-r MODULE] APP');
  app.exit(2);
} else {
  const moduleIndex = process.argv.indexOf('-r') + 1;
  // Awaited, because Electron emits `ready` only after this module has run.
  if (moduleIndex > 0) await import(pathToFileURL(path.resolve(process.argv[moduleIndex])).href);
  await load(path.resolve(appPath), process.argv.indexOf(appPath));
}

/** @param position of APP in the command line */
async function load(target, position) {
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
