/**
 * `npm run faults [-- --minutes N] [--seed S]`: the fault campaign (docs/faults.md). Opens a keychain for it;
 * the campaign itself is TypeScript and continues under the Node of node_modules.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, missingPackages } from './debian-packages.mjs';
import { openKeychain } from './keychain.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

const log = (line) => console.error(`hearthline: ${line}`);
const args = process.argv.slice(2);

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
  const isLinux = process.platform === 'linux';
  if (isLinux) {
    const needs = { electron: null, needsXvfb: false, needsKeychain: true };
    await installPackages(await missingPackages(needs), { log });
  }
  const keychain = isLinux ? await openKeychain() : null;
  Object.assign(process.env, keychain?.env);
  try {
    return await continueUnderNode24(path.join(root, 'test', 'faults', 'faults.ts'), args);
  } finally {
    await keychain?.close();
  }
});
