/** How this process runs, for whoever has to know whether it runs as it should. */
import { getHeapStatistics } from 'node:v8';
import Database from 'better-sqlite3';
import type { EngineRuns } from '../../contract/port.ts';

/** The version of the SQLite that better-sqlite3 brings. */
const sqliteVersion = (): string => {
  const db = new Database(':memory:');
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  } finally {
    db.close();
  }
};

/**
 * @param way how it was started
 * @param process what Node says of itself
 */
export const engineRuns = (
  way: EngineRuns['way'],
  process: Pick<NodeJS.Process, 'versions' | 'execArgv'>,
): EngineRuns => ({
  way,
  node: process.versions.node,
  nodeAPI: Number(process.versions['napi']),
  sqlite: sqliteVersion(),
  told: [...process.execArgv],
  heapLimit: getHeapStatistics().heap_size_limit,
});
