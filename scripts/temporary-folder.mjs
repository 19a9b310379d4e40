/** Creates the tests' temporary folder, in memory if there is room, where databases do not wait for the disk. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Several times what a whole run writes. */
const neededBytes = 2 ** 30;

/** Creates the temporary folder of one run. */
export function temporaryFolder(
  prefix,
  { inMemory = '/dev/shm', elsewhere = os.tmpdir(), freeIn = freeBytes } = {},
) {
  const parent = freeIn(inMemory) >= neededBytes ? inMemory : elsewhere;
  const made = mkdtempSync(path.join(parent, prefix));
  return {
    path: made,
    remove: () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Free space of a folder in bytes; 0 if there is no such folder. */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
