/** What the app needs around it to open its window from a clone: an Electron that runs here, and a screen. */
import { assertSandboxWorks } from './app.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { hasNoScreen, startXvfb } from './xvfb.mjs';

/**
 * Finds an Electron, installs what it lacks, opens a screen where there is none, and closes that screen
 * when `work` has ended. Throws CannotContinue when the window could not be opened here.
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
