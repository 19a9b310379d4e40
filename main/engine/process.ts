/** Entry of the engine process, under utilityProcess or plain Node. */
import type { FromEngine, ToEngine } from '../../contract/port.ts';
import { join } from 'node:path';
import { systemClock } from '../clock/clock.ts';
import { openLine } from '../line/line.ts';
import { openLog } from '../log/log.ts';
import { createEngine } from './engine.ts';
import { engineRuns } from './engine-runs.ts';
import { systemRandom } from './platform/random.ts';
import { checkpointInThread } from './platform/store/checkpoints.ts';
import { copyInThread } from './platform/store/daily-backup.ts';
import { serveInThread } from './receiver/receiver.ts';
import { restoreEnded } from './platform/store/restore-lock.ts';
import { sqliteVersion } from './platform/store/sqlite-version.ts';

/** The program of a thread: a separate file in the built folder. */
const thread = (folder: string, name: 'backup' | 'checkpoint' | 'receiver'): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `./${folder}/${name}-thread.ts` : `./${name}.js`,
    import.meta.url,
  );

const line = openLine<FromEngine, ToEngine>(process);

const run = async (start: Extract<ToEngine, { type: 'start' }>): Promise<void> => {
  const log = await openLog(start.dataFolder, 'engine');
  const die = (reason: unknown): void => {
    log.error({ err: reason }, 'the engine ends after an error that nobody expected');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);

  await restoreEnded(join(start.dataFolder, 'leads.db'), systemClock, log);

  const engine = createEngine({
    dataFolder: start.dataFolder,
    accounts: start.accounts,
    alone: start.alone ?? false,
    runs: engineRuns(line.way, process, sqliteVersion()),
    port: line,
    clock: systemClock,
    random: systemRandom,
    log,
    copyDatabase: copyInThread(thread('platform/store', 'backup')),
    openCheckpointer: checkpointInThread(thread('platform/store', 'checkpoint')),
    openServer: serveInThread(thread('receiver', 'receiver')),
  });
  line.onGone(() => void engine.stop());
  process.on('SIGTERM', () => void engine.stop());
  void engine.stopped.then(() => line.leave());
};

const start = await line.first();
if (start.type === 'start') await run(start);
else line.leave();
