/** Starts the engine before main's services, which receive its messages once they are loaded. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { app, powerMonitor } from 'electron';
import type { EventPayload } from '../../contract/events.ts';
import { systemClock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import type { ChildRuntime } from './child.ts';
import { createEngineCheck } from './engine-check.ts';
import { startEngine, type EngineLaunch, type EngineMessage } from './engine-host.ts';
import type { Front } from './front.ts';
import type { SignIns } from './sign-ins.ts';

type EngineEvents = { state: [state: EventPayload<'engine'>] } & {
  [T in EngineMessage['type']]: [message: Extract<EngineMessage, { type: T }>];
};

type Services = {
  readonly log: Log;
  readonly signIns: Pick<SignIns, 'getOpened' | 'runWhenOpen'>;
};

export type EarlyEngine = ReturnType<typeof openEngine>;

export const openEngine = (dependencies: {
  readonly childRuntime: ChildRuntime;
  readonly launch: EngineLaunch;
  readonly notify: Front['notify'];
  /** Resolves when listeners of the events are set. */
  readonly services: Promise<Services>;
}) => {
  const { childRuntime, launch, notify, services } = dependencies;
  const events = new EventEmitter<EngineEvents>();
  let signIns: Services['signIns'] | null = null;
  void services.then((loaded) => (signIns = loaded.signIns));
  const write =
    (level: keyof Log) =>
    (fields: object, text: string): void =>
      void services.then(({ log }) => log[level](fields, text));
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  const check = createEngineCheck({
    childRuntime,
    isPackaged: app.isPackaged,
    exists: existsSync,
    heapLimit: getHeapStatistics().heap_size_limit,
    clock: systemClock,
    log,
    onChange: () => notify('changed', { kinds: ['connection'], leadIDs: null }),
  });
  const host = startEngine({
    launch: (accounts, isAlone) => {
      check.handleLaunch();
      return launch(accounts, isAlone);
    },
    listAccounts: () => signIns?.getOpened()?.connect.listAttachedAccounts() ?? null,
    getAccessToken: async (accountID, rejected) =>
      (await services).signIns.runWhenOpen(({ connect }) =>
        connect.getAccessToken(accountID, rejected),
      ),
    onReady: check.handleReady,
    onState: (state) => {
      check.handleState(state);
      notify('engine', state);
      void services.then(() => events.emit('state', state));
    },
    onMessage: (message) => {
      if (message.type === 'changed') notify('changed', message.change);
      void services.then(() => (events as EventEmitter).emit(message.type, message));
    },
    clock: systemClock,
    log,
  });
  powerMonitor.on('resume', () => host.send({ type: 'wake' }));
  return {
    ...host,
    events,
    getFacts: check.getFacts,
    stop: () => {
      check.stop();
      return host.stop();
    },
  };
};
