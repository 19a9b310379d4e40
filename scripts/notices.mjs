/**
 * `npm run notices`: writes THIRD-PARTY-NOTICES.md, after a change of the shipped packages. A test
 * compares it with the packages.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runWithPackages } from './node24.mjs';
import { root } from './script.mjs';
import { shippedPackages, thirdPartyNotices } from './third-party.mjs';

const log = (line) => console.log(`hearthline: ${line}`);

await runWithPackages(import.meta.url, log, async () => {
  const notices = thirdPartyNotices(await shippedPackages());
  writeFileSync(path.join(root, 'THIRD-PARTY-NOTICES.md'), notices);
  log('wrote THIRD-PARTY-NOTICES.md');
  return 0;
});
