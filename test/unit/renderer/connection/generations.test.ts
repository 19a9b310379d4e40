/** Deleting a generation of the service's interface is deleting its rows in the window. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

it('a generation is named in its rows of an account and nowhere else in the window', () => {
  const names = /['"](?:v4|legacy)['"]|^\s*(?:v4|legacy):/m;
  const naming = globSync('renderer/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => names.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  expect(naming).toEqual(['renderer/connection/account-rows.tsx']);
});
