/**
 * `npm run soak -- [--minutes N]`: whether anything grows while the app is used (docs/performance.md).
 * Builds it and opens a keychain and a screen; the soak itself is TypeScript and continues under the
 * Node of node_modules.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureWindow } from './measure-window.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

const log = (line) => console.error(`hearthline: ${line}`);
const args = process.argv.slice(2);
const soak = path.join(root, 'test', 'soak', 'soak.ts');

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
  return measureWindow(soak, args, log);
});
