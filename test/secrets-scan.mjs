/**
 * Last stage of `npm test` (security rule 7): no secret of an end-to-end run may be in its data folder or
 * in the recorded command lines and logs.
 */
import { join } from 'node:path';
import { scan } from './secrets/scan.ts';

const { secrets, files, megabytes, found } = scan(
  join(import.meta.dirname, '../test-results/data'),
);

if (secrets === 0 || files === 0) {
  console.error(
    'No end-to-end run left anything to look through: run npm test with its e2e stage.',
  );
  process.exit(1);
}
for (const line of found) console.error(line);
console.log(
  `${secrets} secrets looked for in ${files} files, ${megabytes} MB: ${found.length} found`,
);
process.exit(found.length === 0 ? 0 : 1);
