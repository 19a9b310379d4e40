/** A test that is left out on some system is named in docs/platforms.md with its reason, and no other is. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repo = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(repo, file), 'utf8');

it('the tests that are left out on some system are those of the page', () => {
  const leftOut = globSync('test/{unit,integration}/**/*.test.{ts,tsx}', { cwd: repo })
    .filter((file) => /\.(?:runIf|skipIf)\(/.test(read(file)))
    .map((file) => file.replaceAll('\\', '/').replace(/^test\/|\.test\.tsx?$/g, ''));
  const rows = read('docs/platforms.md')
    .split('\n')
    .filter((line) => /^\| `(?:unit|integration)\//.test(line));
  const named = rows.flatMap((row) =>
    [...row.matchAll(/`((?:unit|integration)\/[^`]+)`/g)].map(([, name = '']) => name),
  );
  expect([...new Set(named)].toSorted()).toEqual(leftOut.toSorted());
});
