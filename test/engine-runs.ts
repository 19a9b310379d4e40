/** How an engine says that it runs, for tests in which that does not matter. */
import { childMemory } from '../main/shell/child-memory.ts';
import type { EngineRuns } from '../contract/port.ts';

export const someRuns: EngineRuns = {
  way: 'node',
  node: '24.21.0',
  nodeAPI: 10,
  sqlite: '3.50.4',
  told: childMemory,
  heapLimit: 2_000_000_000,
};
