/**
 * Prepares a fresh clone: installs the packages of package-lock.json, which include the newer Node. Runs on
 * Node 20 with npm 10 or 11, before anything is installed, and costs milliseconds if all is installed.
 *
 * No package may run code while it is installed, except `node`, whose installer fetches the binary. So
 * nothing is compiled here: better-sqlite3 includes prebuilt binaries.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import {
  CannotContinue,
  getCacheFolder,
  getInstalledNode,
  assertSuccess,
  npm,
  root,
  run,
  sha256,
} from './script.mjs';

/** Installs the packages of package-lock.json if needed. Throws CannotContinue, also if that needs `npm ci`. */
export async function ensurePackages({
  log,
  repo = root,
  runCommand = run,
  env = process.env,
  platform = process.platform,
  program = process.execPath,
}) {
  if (isInstalled(repo)) return;
  const lock = path.join(getCacheFolder(env), 'locks', `set-up-${sha256(repo).slice(0, 16)}`);
  const onWait = (pid) => log(`set-up: waiting for the one that process ${pid} is doing`);
  await withLock(lock, () => install({ log, repo, runCommand, env, platform, program }), {
    onWait,
  });
}

async function install({ log, repo, runCommand, env, platform, program }) {
  if (isInstalled(repo)) return;
  const isWindows = platform === 'win32';
  const runOrThrow = async (...args) => {
    const options = { cwd: repo, env: buildNpmEnvironment(repo, env), platform, runCommand };
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    assertSuccess(`npm ${args.join(' ')}`, await npm([...args, ...flags], options));
  };
  if (!wasInstalledByHand(repo)) {
    // `npm ci` deletes node_modules first, and Windows cannot delete a running program.
    if (isWindows && path.relative(getInstalledNode(repo), program) === '')
      throw new CannotContinue('package-lock.json changed: run npm ci');
    log('set-up: installing the packages of package-lock.json (npm ci)');
    await runOrThrow('ci', '--ignore-scripts');
  }
  const isNodeWorking = () => doesNodeWork(repo, runCommand, isWindows);
  if (!(await isNodeWorking())) {
    log('set-up: fetching the newer Node from the registry');
    await runOrThrow('rebuild', 'node', '--ignore-scripts=false');
    if (!(await isNodeWorking())) {
      throw new CannotContinue(
        'the Node in node_modules does not run; delete node_modules and try again',
      );
    }
  }
  writeFileSync(getStampPath(repo), computeStamp(repo));
}

const getStampPath = (repo) => path.join(repo, 'node_modules', '.hearthline-set-up');

function computeStamp(repo) {
  const lockfile = readFileSync(path.join(repo, 'package-lock.json'));
  return `${sha256(lockfile)} ${process.platform}-${process.arch}`;
}

function isInstalled(repo) {
  return (
    existsSync(getStampPath(repo)) &&
    readFileSync(getStampPath(repo), 'utf8') === computeStamp(repo)
  );
}

/** npm writes node_modules/.package-lock.json at the end of a successful installation. */
function wasInstalledByHand(repo) {
  const npmsRecord = path.join(repo, 'node_modules', '.package-lock.json');
  return (
    !existsSync(getStampPath(repo)) &&
    existsSync(npmsRecord) &&
    statSync(npmsRecord).mtimeMs >= statSync(path.join(repo, 'package-lock.json')).mtimeMs
  );
}

/** `npm ci` deletes node_modules, so npm itself must not be run by the Node in there. */
function buildNpmEnvironment(repo, env) {
  const inside = path.join(repo, 'node_modules');
  const folders = (env.PATH ?? '').split(path.delimiter);
  return { ...env, PATH: folders.filter((f) => !f.startsWith(inside)).join(path.delimiter) };
}

async function doesNodeWork(repo, runCommand, isWindows) {
  const linked = isWindows || existsSync(path.join(repo, 'node_modules', '.bin', 'node'));
  const { status, output } = await runCommand(getInstalledNode(repo), ['-v'], { cwd: repo });
  const { version } = readVersion(repo);
  return linked && status === 0 && output.trim() === `v${version}`;
}

function readVersion(repo) {
  const about = path.join(repo, 'node_modules', 'node', 'package.json');
  return existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')) : {};
}
