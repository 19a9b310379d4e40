/** Finds nats-server for tests and hubs: the system's, or that of Debian testing, without changing apt's lists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withLock } from './lock.mjs';
import {
  CannotContinue,
  getCacheFolder,
  hashFile,
  assertSuccess,
  isOnPath,
  run,
} from './script.mjs';

/** Older ones lose whole streams at kill -9, and ignore the lifetime of a message. */
const minVersion = [2, 14];
const examined = {
  package: 'nats-server_2.15.1-1_amd64.deb',
  sha256: '31ef4ceaa84e8248d449e508472e3770c17c3695cb5cb0ee96e03912724ea884',
};
const apt = '/etc/apt';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Returns the path of nats-server 2.14 or later: on the PATH, cached, or from Debian. Throws CannotContinue. */
export async function findNatsServer({ log, env = process.env, runCommand = run, sources = apt }) {
  const isRecent = async (program) => {
    const { status, output } = await runCommand(program, ['--version'], { env });
    const [, major, minor] = /v(\d+)\.(\d+)\./.exec(output) ?? [];
    return status === 0 && (major - minVersion[0] || minor - minVersion[1]) >= 0;
  };
  if (isOnPath('nats-server', env) && (await isRecent('nats-server'))) return 'nats-server';
  const cache = getCacheFolder(env);
  const destination = path.join(cache, 'nats-server');
  const program = path.join(destination, 'nats-server');
  if (existsSync(program)) return program;
  await withLock(path.join(cache, 'locks', 'nats-server'), async () => {
    if (existsSync(program)) return;
    log('set-up: fetching nats-server from Debian (about 6 MB, once)');
    const work = await mkdtemp(path.join(cache, 'nats-server-making-'));
    try {
      const unpacked = await fetchFromDebian({ work, env, runCommand, sources });
      if (!(await isRecent(path.join(unpacked, 'nats-server')))) {
        throw new CannotContinue(`Debian's nats-server does not run here or is too old; ${advice}`);
      }
      // A run that is cut off leaves only the temporary folder: the last step is one rename.
      await rename(unpacked, destination);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
  return program;
}

const advice = `put a nats-server of version ${minVersion.join('.')} or later on the PATH`;

/** @returns {Promise<string>} the folder in `work` that contains the program */
async function fetchFromDebian({ work, env, runCommand, sources }) {
  const runOrThrow = async (command, args) => {
    const { status, output } = await runCommand(command, args, { cwd: work, env });
    assertSuccess(`nats-server could not be fetched from Debian; ${advice}: ${command}`, {
      status,
      output,
    });
  };
  const mirror = findDebianMirror(sources);
  if (mirror === null)
    throw new CannotContinue(`this machine has no Debian mirror for nats-server; ${advice}`);
  await mkdir(path.join(work, 'lists', 'partial'), { recursive: true });
  await mkdir(path.join(work, 'cache', 'archives', 'partial'), { recursive: true });
  const list = path.join(work, 'testing.list');
  await writeFile(list, `deb [signed-by=${keyring}] ${mirror} testing main\n`);
  const options = [
    `Dir::Etc::sourcelist=${list}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${path.join(work, 'lists')}`,
    `Dir::Cache=${path.join(work, 'cache')}`,
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'Acquire::http::Timeout=20',
  ].flatMap((option) => ['-o', option]);
  await runOrThrow('apt-get', ['-qq', ...options, 'update', '--error-on=any']);
  await runOrThrow('apt-get', ['-qq', ...options, 'download', 'nats-server']);
  const file = (await readdir(work)).find((name) => name.endsWith('.deb'));
  const found = await hashFile(path.join(work, file), 'sha256', 'hex');
  if (file === examined.package && found !== examined.sha256)
    throw new CannotContinue(`${file} is not the one that was examined; ${advice}`);
  await runOrThrow('dpkg-deb', ['-x', file, 'unpacked']);
  return path.join(work, 'unpacked', 'usr', 'sbin');
}

/** Finds the address of the first Debian archive in apt's configuration; null without one. */
function findDebianMirror(sources) {
  const folder = path.join(sources, 'sources.list.d');
  const parts = existsSync(folder) ? readdirSync(folder) : [];
  const files = [
    path.join(sources, 'sources.list'),
    ...parts.map((name) => path.join(folder, name)),
  ];
  const text = files
    .filter((file) => /\.(list|sources)$/.test(file) && existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return /^(?:URIs:|deb(?: \[[^\]]*\])?) *(\S+\/debian)\/?(?:\s|$)/m.exec(text)?.[1] ?? null;
}
