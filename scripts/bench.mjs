/**
 * `npm run bench [-- FIGURE…] [--leads N]… [--out FILE]`: how fast the app is (docs/performance.md).
 * Builds it and opens a keychain and a screen for the figures of the window; the bench itself is
 * TypeScript and continues under the Node of node_modules.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureWindow } from './measure-window.mjs';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

const log = (line) => console.error(`hearthline: ${line}`);
const args = process.argv.slice(2);
const bench = path.join(root, 'test', 'bench', 'bench.ts');
const ofWindow = ['start', 'inbox', 'first-sync-window', 'bundle'];
const names = args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'));

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), args);
  if (names.length > 0 && !names.some((name) => ofWindow.includes(name)))
    return continueUnderNode24(bench, args);
  return measureWindow(bench, args, log);
});
