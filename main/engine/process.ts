/**
 * The entry of the engine's process: finds the line to main, waits for `start`, and ends when main
 * says so or is gone. The same under Electron's utilityProcess and as a child of plain Node.
 */
import type { FromEngine, ToEngine } from '../../contract/port.ts';
import { join } from 'node:path';
import { pause, systemClock } from '../clock/clock.ts';
import { openLine } from '../line/line.ts';
import { openLog } from '../log/log.ts';
import { createEngine } from './engine.ts';
import { engineRuns } from './engine-runs.ts';
import { systemRandom } from './platform/random.ts';
import { checkpointInThread } from './platform/store/checkpoints.ts';
import { copyInThread } from './platform/store/daily-backup.ts';
import { isRestoring } from './platform/store/restore-lock.ts';
import { sqliteVersion } from './platform/store/sqlite-version.ts';

/** A thread's program: a file of its own beside this one when it is built. */
const thread = (name: 'backup' | 'checkpoint'): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `./platform/store/${name}-thread.ts` : `./${name}.js`,
    import.meta.url,
  );

const line = openLine<FromEngine, ToEngine>(process);

/** How long the start waits for a restore that nobody wants any more. */
const restorePatienceMs = 30_000;

const run = async (start: Extract<ToEngine, { type: 'start' }>): Promise<void> => {
  const log = await openLog(start.dataFolder, 'engine');
  const die = (reason: unknown): void => {
    log.error({ err: reason }, 'the engine ends after an error that nobody expected');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  // Main died during a restore and is back before that has ended, which it does within a moment.
  const database = join(start.dataFolder, 'leads.db');
  const patience = systemClock.steady() + restorePatienceMs;
  while (isRestoring(database) && systemClock.steady() < patience) await pause(systemClock, 100);

  const engine = createEngine({
    dataFolder: start.dataFolder,
    accounts: start.accounts,
    alone: start.alone ?? false,
    runs: engineRuns(line.way, process, sqliteVersion()),
    port: line,
    clock: systemClock,
    random: systemRandom,
    log,
    copyDatabase: copyInThread(thread('backup')),
    openCheckpointer: checkpointInThread(thread('checkpoint')),
  });
  line.onGone(() => void engine.stop());
  process.on('SIGTERM', () => void engine.stop());
  void engine.stopped.then(() => line.leave());
};

const start = await line.first();
if (start.type === 'start') await run(start);
else line.leave();
