/**
 * Preloaded into the programs that the app starts beside its window: told so by a signal, one collects
 * what nobody holds and writes down how much is left, in bytes, under its own id.
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
