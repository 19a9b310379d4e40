/**
 * Programs that tests start as processes. A start from the sources reads hundreds of files and strips their types.
 * Integration tests bundle the programs first (integration/bundle.ts), which halves the processor time of a start.
 */
import { join } from 'node:path';

/** Sources and the names of their bundles, by which programs find their threads and keepers. */
export const programs = {
  'main/engine/process.ts': 'engine',
  'main/engine/platform/store/backup-thread.ts': 'backup',
  'main/engine/platform/store/checkpoint-thread.ts': 'checkpoint',
  'main/engine/files/process.ts': 'files',
  'main/engine/receiver/receiver-thread.ts': 'receiver',
  'main/vault/keychain-process.ts': 'keychain',
  'main/keeper/index.ts': 'keeper',
  'sandbox/index.ts': 'sandbox',
  'hub/index.ts': 'hub',
  'test/faults/faults.ts': 'faults',
  'test/faults/main-process.ts': 'main-process',
  'test/faults/moved-time.ts': 'moved-time',
  'test/cluster/desktop.ts': 'desktop',
  'test/integration/connect/support/refresher.ts': 'refresher',
} as const;

export type Program = keyof typeof programs;

/** Names the folder of the bundles. */
export const bundlesVariable = 'HEARTHLINE_BUNDLES';

/** Path of a program: its bundle, or its source where nothing is bundled. */
export const resolveProgram = (source: Program): string => {
  const folder = process.env[bundlesVariable];
  return folder === undefined
    ? join(import.meta.dirname, '..', source)
    : join(folder, `${programs[source]}.js`);
};
