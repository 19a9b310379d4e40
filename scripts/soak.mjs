/**
 * `npm run soak -- [--minutes N]`: whether anything grows while the app is used (docs/performance.md).
 * Builds it and opens a keychain and a screen; the soak itself is TypeScript and continues under the
 * Node of node_modules.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { findElectron } from './electron-runtime.mjs';
import { openKeychain } from './keychain.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { CannotContinue, installedNode, root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { startXvfb } from './xvfb.mjs';

const log = (line) => console.error(`hearthline: ${line}`);
const args = process.argv.slice(2);
const soak = path.join(root, 'test', 'soak', 'soak.ts');

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
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
  const told = { HEARTHLINE_ELECTRON: runtime.path, HEARTHLINE_NODE: installedNode() };
  Object.assign(process.env, keychain?.env, screen?.env, told);
  try {
    return await continueUnderNode24(soak, args);
  } finally {
    screen?.close();
    await keychain?.close();
  }
});
