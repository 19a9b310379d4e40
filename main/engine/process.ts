/** Entry of the engine process, under utilityProcess or plain Node. */
import type { FromEngine, ToEngine } from '../../contract/port.ts';
import { join } from 'node:path';
import { systemClock } from '../clock/clock.ts';
import { openParentPort } from '../parent-port/parent-port.ts';
import { openLog } from '../log/log.ts';
import { createEngine } from './engine.ts';
import { readEngineFacts } from './engine-facts.ts';
import { systemRandom } from './platform/random.ts';
import { checkpointInThread } from './platform/store/checkpoints.ts';
import { copyInThread } from './platform/store/daily-backup.ts';
import { serveInThread } from './receiver/receiver.ts';
import { waitForRestore } from './platform/store/restore-lock.ts';
import { readSQLiteVersion } from './platform/store/sqlite-version.ts';

/** Returns the URL of a thread's program, which the build puts next to this file. */
const locateThreadProgram = (folder: string, name: 'backup' | 'checkpoint' | 'receiver'): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `./${folder}/${name}-thread.ts` : `./${name}.js`,
    import.meta.url,
  );

const port = openParentPort<FromEngine, ToEngine>(process);

const run = async (start: Extract<ToEngine, { type: 'start' }>): Promise<void> => {
  const log = await openLog(start.dataFolder, 'engine');
  const exitAfter = (reason: unknown): void => {
    log.error({ err: reason }, 'the engine exits after an unexpected error');
    process.exit(1);
  };
  process.on('uncaughtException', exitAfter);
  process.on('unhandledRejection', exitAfter);

  await waitForRestore(join(start.dataFolder, 'leads.db'), systemClock, log);

  const engine = createEngine({
    dataFolder: start.dataFolder,
    accounts: start.accounts,
    isAlone: start.isAlone ?? false,
    runs: readEngineFacts(port.runtime, process, readSQLiteVersion()),
    port,
    clock: systemClock,
    random: systemRandom,
    log,
    copyDatabase: copyInThread(locateThreadProgram('platform/store', 'backup')),
    openCheckpointer: checkpointInThread(locateThreadProgram('platform/store', 'checkpoint')),
    openServer: serveInThread(locateThreadProgram('receiver', 'receiver')),
  });
  port.onDisconnect(() => void engine.stop());
  process.on('SIGTERM', () => void engine.stop());
  void engine.stopped.then(() => port.exit());
};

const start = await port.receiveFirst();
if (start.type === 'start') await run(start);
else port.exit();
