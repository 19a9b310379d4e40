/** Fetches the keychain module of another architecture, for releases, as package-lock.json names it. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotContinue, hashFile, assertSuccess, npm, root, run } from './script.mjs';

/** The toolchain at the end of the packages' names, by system. */
const toolchains = { darwin: '', linux: '-gnu', win32: '-msvc' };

/** Adds the missing packages to node_modules. Returns a line for each; throws CannotContinue. */
export async function fetchNatives({ archs, platform = process.platform, repo = root }) {
  const lines = [];
  for (const arch of archs) {
    const name = `@napi-rs/keyring-${platform}-${arch}${toolchains[platform] ?? ''}`;
    const folder = path.join(repo, 'node_modules', name);
    if (existsSync(folder)) continue;
    await fetchPackage({ name, folder, repo });
    lines.push(`fetched ${name}`);
  }
  return lines;
}

async function fetchPackage({ name, folder, repo }) {
  const { packages } = JSON.parse(readFileSync(path.join(repo, 'package-lock.json'), 'utf8'));
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new CannotContinue(`package-lock.json knows no ${name}`);
  const scope = path.dirname(folder);
  await mkdir(scope, { recursive: true });
  const work = await mkdtemp(path.join(scope, '.fetching-'));
  try {
    const pack = ['pack', `${name}@${locked.version}`, '--loglevel=error'];
    assertSuccess('npm pack', await npm(pack, { cwd: work }));
    const tarball = (await readdir(work)).find((file) => file.endsWith('.tgz'));
    const digest = await hashFile(path.join(work, tarball), 'sha512', 'base64');
    if (`sha512-${digest}` !== locked.integrity) {
      throw new CannotContinue(`${name} is not the one that package-lock.json names`);
    }
    assertSuccess('tar', await run('tar', ['xzf', tarball], { cwd: work }));
    await rename(path.join(work, 'package'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
