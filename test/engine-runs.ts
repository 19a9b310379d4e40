/** How an engine says that it runs, for tests in which that does not matter. */
import { childMemory } from '../main/shell/child.ts';
import type { EngineFacts } from '../contract/port.ts';

export const someRuns: EngineFacts = {
  way: 'node',
  node: '24.21.0',
  nodeAPI: 10,
  sqlite: '3.50.4',
  flags: childMemory,
  heapLimit: 2_000_000_000,
};
