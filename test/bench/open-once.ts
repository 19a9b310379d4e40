/** Opens the store of a data folder in a new engine, reports the milliseconds until it is ready, and dies. */
import type { FromEngine } from '../../contract/port.ts';
import { systemClock } from '../../main/clock/clock.ts';
import { createEngine } from '../../main/engine/engine.ts';
import { readEngineFacts } from '../../main/engine/engine-facts.ts';
import { systemRandom } from '../../main/engine/platform/random.ts';
import { readSQLiteVersion } from '../../main/engine/platform/store/sqlite-version.ts';

const began = performance.now();
const send = (message: FromEngine): void => {
  if (message.type !== 'ready' && message.type !== 'refused') return;
  const took = message.type === 'ready' ? performance.now() - began : Number.POSITIVE_INFINITY;
  process.send?.(took, undefined, {}, () => process.kill(process.pid, 'SIGKILL'));
};
createEngine({
  dataFolder: process.argv[2] ?? '',
  accounts: null,
  runs: readEngineFacts('node', process, readSQLiteVersion()),
  port: { send, onMessage: () => undefined },
  clock: systemClock,
  random: systemRandom,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  copyDatabase: () => Promise.resolve(null),
  openCheckpointer: () => ({
    checkpoint: () => Promise.resolve(true),
    end: () => Promise.resolve(),
  }),
  openServer: () => {
    throw new Error('it dies before it serves');
  },
});
