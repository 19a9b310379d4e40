import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.mjs';

const places = {
  inMemory: mkdtempSync(join(tmpdir(), 'memory-')),
  elsewhere: mkdtempSync(join(tmpdir(), 'disk-')),
};

it('lies in memory where there is room for a whole run', () => {
  const folder = temporaryFolder('run-', { ...places, freeIn: () => 2 ** 31 });
  expect(dirname(folder.path)).toBe(places.inMemory);
});

it('lies where temporary files lie when there is little room in memory, or none', () => {
  for (const free of [64 * 2 ** 20, 0]) {
    const folder = temporaryFolder('run-', { ...places, freeIn: () => free });
    expect(dirname(folder.path)).toBe(places.elsewhere);
  }
});

it('is gone when it is removed', () => {
  const folder = temporaryFolder('run-', places);
  expect(existsSync(folder.path)).toBe(true);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
