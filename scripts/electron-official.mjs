/** The `electron` package's own binary. Its host may be out of reach, so a failure is remembered for a day. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { getCacheFolder, getInstalledNode, root, sha256 } from './script.mjs';

const day = 24 * 60 * 60 * 1000;
const maxIdleMs = 20_000;
const packageFolder = path.join(root, 'node_modules', 'electron');

/** Reads the version that package-lock.json names, and that shipped builds use. */
export function readOfficialVersion(folder = packageFolder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

/** Returns the path of the official program if it is completely installed, else null. */
export function findInstalledOfficial(folder = packageFolder) {
  const read = (...names) => {
    const file = path.join(folder, ...names);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  // The installer writes path.txt last.
  if (read('dist', 'version').replace(/^v/, '') !== readOfficialVersion(folder)) return null;
  const program = path.join(folder, 'dist', read('path.txt') || 'electron');
  return read('path.txt') !== '' && existsSync(program) ? program : null;
}

/** Fetches the official program unless that failed within the last day. Returns its path, or the failure. */
export async function fetchOfficial({
  log,
  env = process.env,
  now = Date.now,
  install = runInstaller,
}) {
  const version = readOfficialVersion();
  const record = path.join(getCacheFolder(env), `electron-${version}-unreachable.json`);
  const lock = path.join(
    getCacheFolder(env),
    'locks',
    `electron-official-${sha256(root).slice(0, 16)}`,
  );
  return withLock(lock, async () => {
    const installed = findInstalledOfficial();
    if (installed) return { path: installed };
    const recent = readRecentFailure(record, now());
    if (recent !== null) return { failure: recent };
    log(`runtime: fetching the official Electron ${version}`);
    const failure = await install();
    const program = findInstalledOfficial();
    if (program) return { path: program };
    await writeFile(record, JSON.stringify({ at: now(), failure }));
    return { failure };
  });
}

/** Reads the reason for a failed attempt within the last day, or null. */
export function readRecentFailure(record, now) {
  try {
    const { at, failure } = JSON.parse(readFileSync(record, 'utf8'));
    return now - at >= 0 && now - at < day ? failure : null;
  } catch {
    return null;
  }
}

/** Runs the installer as long as its files keep growing. @returns a short reason if it failed */
async function runInstaller() {
  const temporary = await mkdtemp(path.join(os.tmpdir(), 'hearthline-electron-'));
  const dist = path.join(packageFolder, 'dist');
  mkdirSync(dist, { recursive: true });
  const child = spawn(getInstalledNode(), [path.join(packageFolder, 'install.js')], {
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  let size = 0;
  let grewAt = Date.now();
  const watch = setInterval(() => {
    const sizeNow = countBytes(temporary) + countBytes(dist);
    if (sizeNow !== size) [size, grewAt] = [sizeNow, Date.now()];
    else if (Date.now() - grewAt > maxIdleMs) child.kill('SIGKILL');
  }, 1000);
  const signal = await new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (_status, killedBy) => resolve(killedBy));
  });
  clearInterval(watch);
  rmSync(temporary, { recursive: true, force: true });
  if (signal !== null) return `no progress for ${maxIdleMs / 1000} seconds`;
  return (stderr.split('\n')[0] || 'its installer failed').slice(0, 120);
}

function countBytes(folder) {
  try {
    const names = readdirSync(folder, { recursive: true });
    return names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  } catch {
    return 0; // a file was removed meanwhile
  }
}
