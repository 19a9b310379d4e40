/** Runs a measurement of the app's window with a fresh build, a separate keychain and a separate screen. */
import { build } from './build.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { openKeychain } from './keychain.mjs';
import { continueUnderNode24 } from './node24.mjs';
import { CannotContinue, installedNode } from './script.mjs';
import { startXvfb } from './xvfb.mjs';

/**
 * Builds the app, and runs a program that opens it.
 * @param {string} program path of the program, TypeScript
 * @param {string[]} args its command line
 * @param {(line: string) => void} log
 * @returns {Promise<number>} its status; throws CannotContinue when the app cannot be built or opened here
 */
export async function measureWindow(program, args, log) {
  const built = await build({ log });
  if (built.status !== 0) throw new CannotContinue(`the build failed\n${built.output.trim()}`);
  const runtime = await findElectron({ log });
  const isLinux = process.platform === 'linux';
  if (isLinux) {
    const needs = { electron: runtime.path, needsXvfb: true, needsKeychain: true };
    await installPackages(await missingPackages(needs), { log });
  }
  const keychain = isLinux ? await openKeychain() : null;
  const screen = isLinux ? await startXvfb('1920x1200x24') : null;
  const variables = { HEARTHLINE_ELECTRON: runtime.path, HEARTHLINE_NODE: installedNode() };
  Object.assign(process.env, keychain?.env, screen?.env, variables);
  try {
    return await continueUnderNode24(program, args);
  } finally {
    screen?.close();
    await keychain?.close();
  }
}
