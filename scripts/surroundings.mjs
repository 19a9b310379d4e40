/** Provides what the app and its tests need: an Electron that runs here, a screen and a keychain. */
import { assertSandboxWorks } from './app.mjs';
import { installPackages, findMissingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { openKeychain } from './keychain.mjs';
import { getInstalledNode } from './script.mjs';
import { hasNoScreen, startXvfb } from './xvfb.mjs';

/** Runs `work` with an Electron and, if there is no screen, an Xvfb. Throws CannotContinue if neither runs. */
export async function withSurroundings(log, work) {
  const runtime = await findElectron({ log });
  const needsXvfb = hasNoScreen();
  if (process.platform === 'linux') {
    const needs = { electron: runtime.path, needsXvfb, needsKeychain: false };
    await installPackages(await findMissingPackages(needs), { log });
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

/** Runs `work` with the tests' environment: a keychain, and a screen if one is wanted. Throws CannotContinue. */
export async function withTestPrograms(log, runtime, work, screenSize = null) {
  const isLinux = process.platform === 'linux';
  if (isLinux) {
    const opensWindow = runtime !== null;
    const needs = { electron: runtime?.path ?? null, needsXvfb: opensWindow, needsKeychain: true };
    await installPackages(await findMissingPackages(needs), { log });
  }
  const keychain = isLinux ? await openKeychain() : null;
  const screen = isLinux && screenSize !== null ? await startXvfb(screenSize) : null;
  const programs = runtime && {
    HEARTHLINE_ELECTRON: runtime.path,
    HEARTHLINE_NODE: getInstalledNode(),
  };
  try {
    return await work({ ...keychain?.env, ...screen?.env, ...programs });
  } finally {
    screen?.close();
    await keychain?.close();
  }
}
