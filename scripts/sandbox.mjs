/** `npm run sandbox -- …`: runs the sandbox alone. Its line of JSON is the only standard output. */
import path from 'node:path';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { getInstalledNode, root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';

const service = path.join(root, 'sandbox', 'index.ts');
const args = process.argv.slice(2);

await runScript(async () => {
  await ensurePackages({ log: (line) => console.error(`hearthline: ${line}`) });
  // This process becomes the service, so that a signal to the process that npm started reaches it.
  if (isNewEnough() && process.platform !== 'win32') {
    process.execve(getInstalledNode(), [getInstalledNode(), service, ...args], process.env);
  }
  return continueUnderNode24(service, args);
});
