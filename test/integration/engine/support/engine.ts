/** Starts engines for tests, in this process or in a separate one. */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { FromEngine, Port, ToEngine } from '../../../../contract/port.ts';
import { systemClock, type Clock } from '../../../../main/clock/clock.ts';
import { createEngine } from '../../../../main/engine/engine.ts';
import { readEngineFacts } from '../../../../main/engine/engine-facts.ts';
import { openLog } from '../../../../main/log/log.ts';
import { systemRandom } from '../../../../main/engine/platform/random.ts';
import { checkpointInThread } from '../../../../main/engine/platform/store/checkpoints.ts';
import { copyInThread } from '../../../../main/engine/platform/store/daily-backup.ts';
import { serveInThread } from '../../../../main/engine/receiver/receiver.ts';
import { readSQLiteVersion } from '../../../../main/engine/platform/store/sqlite-version.ts';
import { childMemory } from '../../../../main/shell/child.ts';
import { resolveProgram, type Program } from '../../../programs.ts';
import { openDesk, type Desk, type ToHub } from './desk.ts';
import type { Marketplace, OnEnd } from './marketplace.ts';

/** A new id for a reply. */
export const newReplyID = (): string => randomUUID();

/** Errors in the logs of a data folder's engines. */
export const errorsIn = (folder: string): string => {
  const logs = join(folder, 'logs');
  const files = existsSync(logs) ? readdirSync(logs) : [];
  return files
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split(/(?<=\n)/))
    .filter((line) => line.includes('"level":50'))
    .join('');
};

/** A folder that is removed after the test; if the test failed, its logged errors are printed. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-engine-'));
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(errorsIn(folder));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
};

/** Two connected ports that copy messages and deliver them asynchronously, like real ones. */
const portPair = (): [Port<FromEngine, ToEngine>, Port<ToEngine, FromEngine>] => {
  let toEngine = (_: ToEngine): void => undefined;
  let fromEngine = (_: FromEngine): void => undefined;
  return [
    {
      send: (message) => {
        const copy = structuredClone(message);
        setImmediate(() => fromEngine(copy));
      },
      onMessage: (listener) => {
        toEngine = listener;
      },
    },
    {
      send: (message) => {
        const copy = structuredClone(message);
        setImmediate(() => toEngine(copy));
      },
      onMessage: (listener) => {
        fromEngine = listener;
      },
    },
  ];
};

const thread = (source: Program): URL => pathToFileURL(resolveProgram(source));

export type EngineHere = Desk & { readonly stop: () => Promise<void> };

/** Starts an engine in this process with the marketplace's account. */
export const startEngine = async (
  marketplace: Pick<Marketplace, 'account' | 'accessToken'>,
  dataFolder = temporaryFolder(),
  { clock = systemClock, toHub }: { readonly clock?: Clock; readonly toHub?: ToHub } = {},
): Promise<EngineHere> => {
  const [near, far] = portPair();
  const desk = openDesk(far, marketplace.accessToken, toHub);
  const engine = createEngine({
    dataFolder,
    accounts: [marketplace.account],
    runs: readEngineFacts('node', process, readSQLiteVersion()),
    port: near,
    clock,
    random: systemRandom,
    log: await openLog(dataFolder, 'engine'),
    copyDatabase: copyInThread(thread('main/engine/platform/store/backup-thread.ts')),
    openCheckpointer: checkpointInThread(thread('main/engine/platform/store/checkpoint-thread.ts')),
    openServer: serveInThread(thread('main/engine/receiver/receiver-thread.ts')),
  });
  onTestFinished(engine.stop);
  return { ...desk, stop: engine.stop };
};

type Time = { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };

/** Time that passes four times as fast from now on, for engines that wait long. */
export const fastTime = (): Time => ({
  args: ['--import', resolveProgram('test/faults/moved-time.ts')],
  env: { ...process.env, FAULTS_SPEED: '4', FAULTS_BEGAN: String(Date.now()) },
});

export type EngineElsewhere = Desk & {
  readonly process: ChildProcess;
  /** Kills it, like a power cut. */
  readonly kill: () => Promise<void>;
};

/** Starts an engine in a separate process and disconnects before it runs; resolves with its exit code. */
export const forkAndLeave = async (
  { account }: Marketplace,
  dataFolder: string,
): Promise<number | null> => {
  const child = fork(resolveProgram('main/engine/process.ts'), [], {
    serialization: 'advanced',
    execArgv: [...childMemory],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.send({ type: 'start', dataFolder, accounts: [account] } satisfies ToEngine, () =>
    child.disconnect(),
  );
  return (await ended)[0];
};

/** Starts an engine in a separate process on plain Node, like main. */
export const forkEngine = async (
  marketplace: Pick<Marketplace, 'account' | 'accessToken'>,
  dataFolder: string,
  {
    isAlone = false,
    toHub,
    onEnd = onTestFinished,
    time = { args: [], env: process.env },
  }: {
    readonly isAlone?: boolean;
    readonly toHub?: ToHub;
    readonly onEnd?: OnEnd;
    /** Gives the process another clock. */
    readonly time?: Time;
  } = {},
): Promise<EngineElsewhere> => {
  const child = fork(resolveProgram('main/engine/process.ts'), [], {
    serialization: 'advanced',
    execArgv: [...childMemory, ...time.args],
    env: time.env,
  });
  const desk = openDesk(
    {
      send: (message) => {
        if (child.connected) child.send(message, () => undefined);
      },
      onMessage: (listener) => {
        child.on('message', (message) => listener(message as unknown as FromEngine));
      },
    },
    marketplace.accessToken,
    toHub,
  );
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onEnd(kill);
  desk.send({ type: 'start', dataFolder, accounts: [marketplace.account], isAlone });
  await desk.until('the engine is ready', async () =>
    desk.emitted.some(({ type }) => type === 'ready'),
  );
  return { ...desk, process: child, kill };
};
