/** The engine: opens the store and runs everything on it (compose.ts) until it is stopped. */
import { join } from 'node:path';
import type { EngineFacts } from '../../contract/port.ts';
import { keepCheckpoints, type OpenCheckpointer } from './platform/store/checkpoints.ts';
import { keepBackups, type CopyDatabase } from './platform/store/daily-backup.ts';
import { derivedFromLeads } from './leads/derived.ts';
import { openStore } from './platform/store/open.ts';
import { recordOwnChanges } from './team/gate.ts';
import { createSlices } from './platform/slices.ts';
import { compose, type ComposedDependencies } from './compose.ts';

export type Engine = { readonly stop: () => Promise<void>; readonly stopped: Promise<void> };

/** Sends `ready`, or `refused`, after which the engine only answers `ping` and `stop`. */
export const createEngine = (
  dependencies: Omit<ComposedDependencies, 'store' | 'slices'> & {
    readonly runs: EngineFacts;
    readonly copyDatabase: CopyDatabase;
    readonly openCheckpointer: OpenCheckpointer;
  },
): Engine => {
  const { dataFolder, port, clock, log, copyDatabase, openCheckpointer } = dependencies;
  const { promise: stopped, resolve: resolveStopped } = Promise.withResolvers<void>();
  const file = join(dataFolder, 'leads.db');
  const reportDamage = (): void => {
    port.send({ type: 'damaged' });
    queueMicrotask(() => void stop());
  };
  const opened = openStore({ file, clock, log, onDamage: reportDamage, derived: derivedFromLeads });
  const slices = createSlices({ steady: clock.steady, letOthers: setImmediate });
  const store = opened.ok ? opened.value : null;
  if (store !== null) recordOwnChanges(store);
  const running = store && compose({ ...dependencies, store, slices });
  const shared = { file, onDamage: reportDamage, clock, log };
  const stopCheckpoints =
    store && keepCheckpoints({ ...shared, store, slices, open: openCheckpointer });
  const stopBackups = store && keepBackups({ ...shared, store, copy: copyDatabase });
  let stopping: Promise<void> | null = null;

  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      stopBackups?.();
      await running?.stop();
      await stopCheckpoints?.();
      store?.close();
      port.send({ type: 'stopped' });
      resolveStopped();
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
