/** To remove a generation from the window, delete its rows of the account card. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

it('only the rows of an account name a generation', () => {
  const names = /['"](?:v4|legacy)['"]|^\s*(?:v4|legacy):/m;
  const naming = globSync('renderer/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => names.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
  expect(naming).toEqual(['renderer/connection/account-rows.tsx']);
});
