/** Reads the facts of this process, for main's check (shell/engine-check.ts). */
import { getHeapStatistics } from 'node:v8';
import type { EngineFacts } from '../../contract/port.ts';

export const readEngineFacts = (
  runtime: EngineFacts['runtime'],
  process: Pick<NodeJS.Process, 'versions' | 'execArgv'>,
  sqlite: string,
): EngineFacts => ({
  runtime,
  node: process.versions.node,
  nodeAPI: Number(process.versions['napi']),
  sqlite,
  flags: [...process.execArgv],
  heapLimit: getHeapStatistics().heap_size_limit,
});
