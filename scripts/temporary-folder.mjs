/** The temporary folder of a test run: in memory if there is room, because databases there do not wait for the disk. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Several times the output of a whole run. */
const neededBytes = 2 ** 30;

/** Returns the folder's path and a function that removes it. */
export function createTemporaryFolder(
  prefix,
  { inMemory = '/dev/shm', elsewhere = os.tmpdir(), freeBytesIn = freeBytes } = {},
) {
  const parent = freeBytesIn(inMemory) >= neededBytes ? inMemory : elsewhere;
  const folder = mkdtempSync(path.join(parent, prefix));
  return {
    path: folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
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
