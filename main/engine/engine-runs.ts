/** How this process runs, for main, which knows how it should (shell/engine-check.ts). */
import { getHeapStatistics } from 'node:v8';
import type { EngineFacts } from '../../contract/port.ts';

/**
 * @param way how it was started
 * @param process what Node says of itself
 * @param sqlite version of the SQLite in it
 */
export const engineRuns = (
  way: EngineFacts['way'],
  process: Pick<NodeJS.Process, 'versions' | 'execArgv'>,
  sqlite: string,
): EngineFacts => ({
  way,
  node: process.versions.node,
  nodeAPI: Number(process.versions['napi']),
  sqlite,
  flags: [...process.execArgv],
  heapLimit: getHeapStatistics().heap_size_limit,
});
