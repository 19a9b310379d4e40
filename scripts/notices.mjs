/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, after a change of the shipped packages. A test
 * compares it with the packages.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { continueUnderNode24, isNewEnough } from './node24.mjs';
import { root, runScript } from './script.mjs';
import { ensurePackages } from './setup.mjs';
import { shippedPackages, thirdPartyNotices } from './third-party.mjs';

const log = (line) => console.log(`hearthline: ${line}`);

await runScript(async () => {
  await ensurePackages({ log });
  if (!isNewEnough()) return continueUnderNode24(fileURLToPath(import.meta.url), []);
  writeFileSync(
    path.join(root, 'THIRD-PARTY-NOTICES.md'),
    thirdPartyNotices(await shippedPackages()),
  );
  log('wrote THIRD-PARTY-NOTICES.md');
  return 0;
});
