/**
 * `npm start`: opens the app from a clone. Prepares what is missing, builds if the sources changed,
 * finds an Electron and a screen, and stays until the app has ended. Arguments go to the app:
 * --user-data-dir=DIR, --profile=FILE, --welcome.
 */
import { fileURLToPath } from 'node:url';
import { assertSandboxWorks, runApp } from './app.mjs';
import { build } from './build.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { hasNoScreen, startXvfb } from './xvfb.mjs';

const log = (line) => console.log(`hearthline: ${line}`);
const args = process.argv.slice(2);

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
  const built = await build({ log });
  if (built.status !== 0) throw new CannotContinue(`the build failed\n${built.output.trim()}`);
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
    return await runApp(runtime, args, screen);
  } finally {
    screen?.close();
  }
});
