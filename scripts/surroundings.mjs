/** Provides what the app and its tests need: an Electron that runs here, a screen and a keychain. */
import { assertSandboxWorks } from './app.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { openKeychain } from './keychain.mjs';
import { installedNode } from './script.mjs';
import { hasNoScreen, startXvfb } from './xvfb.mjs';

/**
 * Finds an Electron, installs missing system packages, opens a screen if there is none, and closes it after
 * `work`. Throws CannotContinue if no window can be opened here.
 * @template T
 * @param {(line: string) => void} log
 * @param {(runtime: import('./electron-runtime.mjs').Runtime, screen: { env: NodeJS.ProcessEnv } | null) => Promise<T>} work
 *   `screen` is the Xvfb that was opened, or null
 * @returns {Promise<T>} what `work` returns
 */
export async function withSurroundings(log, work) {
  const runtime = await findElectron({ log });
  const needsXvfb = hasNoScreen();
  if (process.platform === 'linux') {
    const needs = { electron: runtime.path, needsXvfb, needsKeychain: false };
    await installPackages(await missingPackages(needs), { log });
    await assertSandboxWorks(runtime.path);
  }
  const screen = needsXvfb ? await startXvfb('1600x1000x24') : null;
  if (screen) log(`screen: none here, so the window opens on Xvfb ${screen.env.DISPLAY}`);
  try {
    return await work(runtime, screen);
  } finally {
    screen?.close();
  }
}

/**
 * Installs the system packages that tests need, opens a keychain for them and a screen if one is wanted, and closes
 * both after `work`. Throws CannotContinue if this machine lacks something.
 * @template T
 * @param {(line: string) => void} log
 * @param {import('./electron-runtime.mjs').Runtime | null} runtime null for tests that open no window
 * @param {(env: NodeJS.ProcessEnv) => Promise<T>} work gets the variables of the tests' processes
 * @param {string | null} [screenSize] for example '1920x1200x24'
 * @returns {Promise<T>} what `work` returns
 */
export async function withTestPrograms(log, runtime, work, screenSize = null) {
  const isLinux = process.platform === 'linux';
  if (isLinux) {
    const opensWindow = runtime !== null;
    const needs = { electron: runtime?.path ?? null, needsXvfb: opensWindow, needsKeychain: true };
    await installPackages(await missingPackages(needs), { log });
  }
  const keychain = isLinux ? await openKeychain() : null;
  const screen = isLinux && screenSize !== null ? await startXvfb(screenSize) : null;
  const programs = runtime && {
    HEARTHLINE_ELECTRON: runtime.path,
    HEARTHLINE_NODE: installedNode(),
  };
  try {
    return await work({ ...keychain?.env, ...screen?.env, ...programs });
  } finally {
    screen?.close();
    await keychain?.close();
  }
}
