/** Continues a script under the Node of node_modules if an older one started it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getInstalledNode, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { endProgram, onStopRequest, tieToParent } from './stop.mjs';

const needed = 24;

/** True if this process is new enough to run the script itself. */
export function isNewEnough(version = process.versions.node) {
  return Number.parseInt(version, 10) >= needed;
}

/** Runs a script under the newer Node, with our terminal. Returns its status; 1 when a signal killed it. */
export function continueUnderNode24(script, args) {
  const [command, all] = tieToParent(getInstalledNode(), [script, ...args]);
  const child = spawn(command, all, { stdio: 'inherit' });
  onStopRequest((signal) => endProgram(child, signal, { patience: 20_000 }));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
}

/** Runs a script to its end under the newer Node; `body` is that of `runWithPackages`. */
export const runUnderNode24 = (url, body, args = process.argv.slice(2)) =>
  runScript(() => (isNewEnough() ? body(args) : continueUnderNode24(fileURLToPath(url), args)));

/** Runs a script to its end: installs the packages first, and continues under the newer Node. */
export const runWithPackages = (url, log, body, args = process.argv.slice(2)) =>
  runScript(async () => {
    await ensurePackages({ log });
    return isNewEnough() ? body(args) : continueUnderNode24(fileURLToPath(url), args);
  });
