/**
 * Preloaded into the app's programs other than the window: on a signal it collects garbage and writes the
 * size of the heap in bytes to a file named by its process id.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env.HEARTHLINE_SOAK_HEAPS ?? '.', `${process.pid}`);

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.part`, `${heapUsed + external}`);
  renameSync(`${file}.part`, file);
});
