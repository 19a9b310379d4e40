/**
 * The prebuilt keychain module of another architecture of this system: npm installs only this machine's, and
 * a release is made for both on one machine. Only the files that package-lock.json names are accepted.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotContinue, npm, root, run } from './script.mjs';

/** How the module's packages call what they are built with, by system. */
const toolchains = { darwin: '', linux: '-gnu', win32: '-msvc' };

/**
 * Adds the missing packages to node_modules.
 * @param {object} wanted
 * @param {readonly string[]} wanted.archs as `process.arch` names them
 * @param {string} [wanted.platform] as `process.platform` names it
 * @param {string} [wanted.repo]
 * @returns {Promise<string[]>} a line for each that was fetched; throws CannotContinue when one cannot be
 */
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
    const must = async (what, running) => {
      const { status, output } = await running;
      if (status !== 0) throw new CannotContinue(`${what} failed\n${output.trim()}`);
    };
    const pack = ['pack', `${name}@${locked.version}`, '--loglevel=error'];
    await must('npm pack', npm(pack, { cwd: work }));
    const tarball = (await readdir(work)).find((file) => file.endsWith('.tgz'));
    const sum = createHash('sha512').update(await readFile(path.join(work, tarball)));
    if (`sha512-${sum.digest('base64')}` !== locked.integrity) {
      throw new CannotContinue(`${name} is not the one that package-lock.json names`);
    }
    await must('tar', run('tar', ['xzf', tarball], { cwd: work }));
    await rename(path.join(work, 'package'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
