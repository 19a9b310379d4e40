/** `npm run notices`: writes THIRD-PARTY-NOTICES.md after a change of packages. A test compares the two. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runWithPackages } from './node24.mjs';
import { log, root } from './script.mjs';
import { findShippedPackages, formatNotices } from './third-party.mjs';

await runWithPackages(import.meta.url, log, async () => {
  const notices = formatNotices(await findShippedPackages());
  writeFileSync(path.join(root, 'THIRD-PARTY-NOTICES.md'), notices);
  log('wrote THIRD-PARTY-NOTICES.md');
  return 0;
});
