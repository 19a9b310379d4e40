/** Makes the data folder private. Earlier versions left files that others could read. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Creates the data folder, or restricts an existing one. */
export const restrictDataFolder = (dataFolder: string): void => {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  } catch {
    // Opening the files will report the problem.
    return;
  }
  for (const folder of [dataFolder, join(dataFolder, 'logs'), join(dataFolder, 'backups')])
    restrictFolder(folder);
};

const restrictFolder = (folder: string): void => {
  try {
    chmodSync(folder, 0o700);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile()) chmodSync(join(folder, entry.name), 0o600);
    }
  } catch {
    // Missing, or owned by somebody else.
  }
};
