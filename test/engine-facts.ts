/** Facts about a running engine, for tests that do not check them. */
import { childMemory } from '../main/shell/child.ts';
import type { EngineFacts } from '../contract/port.ts';

export const someEngineFacts: EngineFacts = {
  runtime: 'node',
  node: '24.21.0',
  nodeAPI: 10,
  sqlite: '3.50.4',
  flags: childMemory,
  heapLimit: 2_000_000_000,
};
