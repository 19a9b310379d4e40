/** docs/platforms.md lists every test that is skipped on some system, with its reason, and no other. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');

it('docs/platforms.md lists exactly the tests that are skipped on some system', () => {
  const skipped = globSync('test/{unit,integration}/**/*.test.{ts,tsx}', { cwd: repo })
    .filter((file) => /\.(?:runIf|skipIf)\(/.test(read(file)))
    .map((file) => file.replaceAll('\\', '/').replace(/^test\/|\.test\.tsx?$/g, ''));
  const rows = read('docs/platforms.md')
    .split('\n')
    .filter((line) => /^\| `(?:unit|integration)\//.test(line));
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`((?:unit|integration)\/[^`]+)`/g)].map(([, name = '']) => name),
  );
  expect([...new Set(named)].toSorted()).toEqual(skipped.toSorted());
});
