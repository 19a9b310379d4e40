/**
 * The engine: opens the store, keeps it in order and has everything run over it (compose.ts), until it
 * is told to stop.
 */
import { join } from 'node:path';
import type {
  AttachedAccount,
  EngineFacts,
  FromEngine,
  Port,
  ToEngine,
} from '../../contract/port.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { Random } from './platform/random.ts';
import { keepCheckpoints, type OpenCheckpointer } from './platform/store/checkpoints.ts';
import { keepBackups, type CopyDatabase } from './platform/store/daily-backup.ts';
import { derivedFromLeads } from './leads/derived.ts';
import { openStore } from './platform/store/open.ts';
import { createSlices } from './platform/slices.ts';
import { compose } from './compose.ts';

type Dependencies = {
  readonly dataFolder: string;
  /** The accounts that main knows at this moment; null, and later ones, come over the port. */
  readonly accounts: readonly AttachedAccount[] | null;
  /** Runs without the service: nothing is polled, received or sent. */
  readonly alone?: boolean;
  /** How this process runs. */
  readonly runs: EngineFacts;
  readonly port: Port<FromEngine, ToEngine>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly copyDatabase: CopyDatabase;
  readonly openCheckpointer: OpenCheckpointer;
};

export type Engine = {
  /** Stops everything that runs and closes the store. */
  readonly stop: () => Promise<void>;
  /** Settles when the engine has stopped, whoever asked for it. */
  readonly stopped: Promise<void>;
};

/**
 * Starts the engine. It says `ready` as soon as it can answer commands, or `refused` when the store
 * cannot be opened; then it does nothing but wait for `stop`.
 */
export const createEngine = (dependencies: Dependencies): Engine => {
  const { dataFolder, port, clock, log, copyDatabase, openCheckpointer } = dependencies;
  let tellStopped = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });
  const file = join(dataFolder, 'leads.db');
  const damaged = (): void => {
    port.send({ type: 'damaged' });
    queueMicrotask(() => void stop());
  };
  const opened = openStore({ file, clock, log, damaged, derived: derivedFromLeads });
  const slices = createSlices({ steady: clock.steady, letOthers: setImmediate });
  const running = opened.ok ? compose({ ...dependencies, store: opened.value, slices }) : null;
  const endCheckpoints = opened.ok
    ? keepCheckpoints({
        store: opened.value,
        file,
        open: openCheckpointer,
        slices,
        damaged,
        clock,
        log,
      })
    : null;
  const endBackups = opened.ok
    ? keepBackups({ store: opened.value, file, copy: copyDatabase, damaged, clock, log })
    : null;
  let stopping: Promise<void> | null = null;

  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      endBackups?.();
      await running?.stop();
      await endCheckpoints?.();
      if (opened.ok) opened.value.close();
      port.send({ type: 'stopped' });
      tellStopped();
    })();
    return stopping;
  };

  if (opened.ok) {
    port.send({ type: 'ready', runs: dependencies.runs });
    running?.start();
  } else {
    port.send({ type: 'refused', error: opened.error });
  }
  port.onMessage((message) => {
    if (message.type === 'stop') void stop();
    else if (message.type === 'ping') port.send({ type: 'pong' });
    else if (stopping === null) running?.receive(message);
  });
  return { stop, stopped };
};
