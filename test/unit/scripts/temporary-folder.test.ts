import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.mjs';

const places = {
  inMemory: mkdtempSync(join(tmpdir(), 'memory-')),
  elsewhere: mkdtempSync(join(tmpdir(), 'disk-')),
};

it('the temporary folder is in memory when there is enough room', () => {
  const folder = createTemporaryFolder('run-', { ...places, freeBytesIn: () => 2 ** 31 });
  expect(dirname(folder.path)).toBe(places.inMemory);
});

it('the temporary folder is on disk when memory has too little room', () => {
  for (const free of [64 * 2 ** 20, 0]) {
    const folder = createTemporaryFolder('run-', { ...places, freeBytesIn: () => free });
    expect(dirname(folder.path)).toBe(places.elsewhere);
  }
});

it('the temporary folder can be removed', () => {
  const folder = createTemporaryFolder('run-', places);
  expect(existsSync(folder.path)).toBe(true);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
