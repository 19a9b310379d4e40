/**
 * Test files of a worker share their loaded modules, which saves a third of the time. A file that mocks a module
 * loads all of them for itself and leaves none to the next file.
 */
import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';

// A part of the window that is still loading would fail, for the worker's next files as well.
afterAll(() => vi.dynamicImportSettled());

const { testPath } = expect.getState();
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
}
