/**
 * Where the tests write: in memory, where the system has a place there with room. A database that is
 * written to thousands of times then waits for no disk, and nothing that is tested depends on one.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What a whole run writes, several times over. */
const room = 2 ** 30;

/**
 * Creates the temporary folder of one run.
 * @param {string} prefix of its name
 * @param {{ inMemory?: string, elsewhere?: string }} [places]
 * @returns {{ path: string, remove: () => void }}
 */
export function temporaryFolder(
  prefix,
  { inMemory = '/dev/shm', elsewhere = os.tmpdir(), freeIn = freeBytes } = {},
) {
  const parent = freeIn(inMemory) >= room ? inMemory : elsewhere;
  const made = mkdtempSync(path.join(parent, prefix));
  return {
    path: made,
    remove: () => rmSync(made, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** How many bytes may still be written into a folder; 0 where there is none. */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
