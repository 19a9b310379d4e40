/** Builds the app into out/ if its sources changed since the last build. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { getCacheFolder, resolveCommand, getInstalledNode, root, run, sha256 } from './script.mjs';

const folders = ['contract', 'main', 'preload', 'renderer', 'sandbox', 'resources'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron.vite.config.ts',
  'CHANGELOG.md',
];

/**
 * Builds if the sources differ from those of the last build, or always with `force`. Resolves to the exit status and
 * output of the build; 0 and no output without one.
 */
export async function build({
  log,
  force = false,
  repo = root,
  runCommand = run,
  env = process.env,
}) {
  const stamp = getStampPath(repo);
  const isUpToDate = () =>
    !force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(repo);
  if (isUpToDate()) return { status: 0, output: '' };
  const lock = path.join(getCacheFolder(env), 'locks', `build-${sha256(repo).slice(0, 16)}`);
  return withLock(lock, async () => {
    if (isUpToDate()) return { status: 0, output: '' };
    log('build: the sources changed, building');
    const hash = hashSources(repo);
    rmSync(stamp, { force: true });
    const args = [resolveCommand('electron-vite', 'electron-vite', repo), 'build'];
    const result = await runCommand(getInstalledNode(repo), args, { cwd: repo });
    if (result.status === 0) writeFileSync(stamp, hash);
    return result;
  });
}

const getStampPath = (repo) => path.join(repo, 'out', '.built-from');

/** Marks out/ as outdated, so that the next build runs even if the sources are the same. */
export function forgetBuild(repo = root) {
  rmSync(getStampPath(repo), { force: true });
}

/** Hashes the paths and contents of all our files that a build reads. */
export function hashSources(repo) {
  const hash = createHash('sha256');
  const inFolders = folders.flatMap((folder) => listFiles(repo, folder));
  for (const file of [...files, ...inFolders]) {
    const full = path.join(repo, file);
    if (existsSync(full)) hash.update(`${file}\0`).update(readFileSync(full)).update('\0');
  }
  return hash.digest('hex');
}

function listFiles(repo, folder) {
  if (!existsSync(path.join(repo, folder))) return [];
  const entries = readdirSync(path.join(repo, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(repo, path.join(entry.parentPath, entry.name)))
    .sort();
}
