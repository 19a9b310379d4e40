/**
 * The entry of the engine's process: finds the line to main, waits for `start`, and ends when main
 * says so or is gone. The same under Electron's utilityProcess and as a child of plain Node.
 */
import type { FromEngine, Port, ToEngine } from '../../contract/port.ts';
import { systemClock } from '../clock/clock.ts';
import { createEngine } from './engine.ts';
import { openLog } from '../log/log.ts';
import { systemRandom } from './platform/random.ts';
import { checkpointInThread } from './platform/store/checkpoints.ts';
import { copyInThread } from './platform/store/daily-backup.ts';

/** The part of Electron's parentPort that is used here; plain Node has none. */
type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };

/** The line to main, and its first message. What comes before somebody listens waits for them. */
const openLine = (): {
  readonly first: Promise<ToEngine>;
  readonly port: Port<FromEngine, ToEngine>;
} => {
  const early: ToEngine[] = [];
  let listener: (message: ToEngine) => void = (message) => void early.push(message);
  const first = new Promise<ToEngine>((resolve) => {
    const wait = listener;
    listener = (message) => {
      listener = wait;
      resolve(message);
    };
  });
  const receive = (message: unknown): void => listener(message as ToEngine);
  if (parentPort === undefined) process.on('message', receive);
  else parentPort.on('message', ({ data }) => receive(data));
  return {
    first,
    port: {
      send: (message) => {
        if (parentPort !== undefined) parentPort.postMessage(message);
        else if (process.connected) process.send?.(message, undefined, {}, () => undefined);
      },
      onMessage: (next) => {
        listener = next;
        for (const message of early.splice(0)) next(message);
      },
    },
  };
};

const { first, port } = openLine();
const start = await first;
if (start.type !== 'start') process.exit(0);

const log = await openLog(start.dataFolder, 'engine');
const die = (reason: unknown): void => {
  log.error({ err: reason }, 'the engine ends after an error that nobody expected');
  process.exit(1);
};
process.on('uncaughtException', die);
process.on('unhandledRejection', die);

/** A thread's program: a file of its own beside this one when it is built. */
const thread = (name: 'backup' | 'checkpoint'): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? `./platform/store/${name}-thread.ts` : `./${name}.js`,
    import.meta.url,
  );

const engine = createEngine({
  dataFolder: start.dataFolder,
  accounts: start.accounts,
  alone: start.alone ?? false,
  port,
  clock: systemClock,
  random: systemRandom,
  log,
  copyDatabase: copyInThread(thread('backup')),
  openCheckpointer: checkpointInThread(thread('checkpoint')),
});
process.on('disconnect', () => void engine.stop());
// Main may have gone while this was loaded, and nobody says that again.
if (parentPort === undefined && !process.connected) void engine.stop();
process.on('SIGTERM', () => void engine.stop());
void engine.stopped.then(() => {
  // Disconnecting first lets the last words out.
  if (process.connected) process.once('disconnect', () => process.exit(0)).disconnect?.();
  else process.exit(0);
});
