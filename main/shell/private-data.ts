/**
 * Keeps the data folder for its owner: other users of the computer read neither leads nor logs.
 * Versions before this one left files that others could read.
 */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the data folder where there is none, and tightens what we keep in one that is there. */
export const keepPrivate = (dataFolder: string): void => {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch {
    // Whoever opens the files says what is wrong with the folder.
    return;
  }
  for (const folder of [dataFolder, join(dataFolder, 'logs'), join(dataFolder, 'backups')]) {
    tighten(folder);
  }
};

const tighten = (folder: string): void => {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(folder, entry.name), 0o600);
    }
  } catch {
    // Not there, or not ours to change.
  }
};
