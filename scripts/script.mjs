/** Shared by all scripts. It runs on Node 20 before anything is installed, so it imports Node alone. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { homedir, setPriority } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { endGroupAtExit, tieToParent } from './stop.mjs';

export const root = path.dirname(import.meta.dirname);

/** Prints a line for the person at the terminal. */
export const log = (line) => console.log(`hearthline: ${line}`);

/** A reason to stop that the person at the terminal can act on: shown as one line, without a stack. */
export class CannotContinue extends Error {}

/** Returns the user's folder for downloads, which clones share; never inside the repository. */
export function getCacheFolder(env = process.env) {
  return path.join(env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'hearthline');
}

/** Returns a folder for data of this user. */
export function getDataFolder(name) {
  const data = process.env.XDG_DATA_HOME || path.join(homedir(), '.local', 'share');
  return path.join(data, name);
}

/** Returns the path of the newer Node that the registry package `node` put into node_modules. */
export function getInstalledNode(repo = root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(repo, 'node_modules', 'node', 'bin', name);
}

/** Returns the path of the script that `npx NAME` would run. */
export function resolveCommand(name, packageName = name, repo = root) {
  const folder = path.join(repo, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** True when a program of this name is on the PATH. */
export function isOnPath(name, env = process.env) {
  return (env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => folder && existsSync(path.join(folder, name)));
}

export function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}

/** Hashes a file of any size. */
export async function hashFile(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}

/**
 * Runs a command without showing its output. Status 127: it did not start; 128: a signal ended it.
 * @param startsPrograms true if the programs that it starts must end with this script, too
 */
export function run(command, args, { priority, startsPrograms = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(...tieToParent(command, args), {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: startsPrograms && process.platform !== 'win32',
      ...options,
    });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    if (startsPrograms) endGroupAtExit(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => resolve({ status: 127, output: error.message }));
    child.once('close', (status) => resolve({ status: status ?? 128, output }));
  });
}

/** Throws CannotContinue with the output of a command that failed. */
export function assertSuccess(name, { status, output }) {
  if (status !== 0) throw new CannotContinue(`${name} failed\n${output.trim()}`);
}

/** Runs npm as `run` does. On Windows it is a script, which only a shell can start. */
export const npm = (args, { platform = process.platform, runCommand = run, ...options } = {}) =>
  runCommand('npm', args, { shell: platform === 'win32', ...options });

/** True if a module, by its `import.meta.url`, is the started program and not just imported by a test. */
export const isProgram = (url) => process.argv[1] === fileURLToPath(url);

/** Runs a script to its end and sets the exit code; only a bug shows a stack. */
export async function runScript(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    if (!(error instanceof CannotContinue)) throw error;
    console.error(`hearthline: ${error.message}`);
    process.exitCode = 1;
  }
}
