/** Facts of this process, for main's check (shell/engine-check.ts). */
import { getHeapStatistics } from 'node:v8';
import type { EngineFacts } from '../../contract/port.ts';

export const readEngineFacts = (
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
