/**
 * `npm run bench [-- FIGURE…] [--leads N]… [--out FILE]`: how fast the app is (docs/performance.md).
 * The bench is TypeScript and continues under the Node of node_modules.
 */
import path from 'node:path';
import { continueUnderNode24 } from './node24.mjs';
import { root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

await runScript(async () => {
  await ensurePackages({ log: (line) => console.error(`hearthline: ${line}`) });
  const bench = path.join(root, 'test', 'bench', 'bench.ts');
  return continueUnderNode24(bench, process.argv.slice(2));
});
