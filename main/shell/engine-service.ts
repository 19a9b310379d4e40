/** The engine for the rest of main. Listeners added in the tick of `openEngine` miss no event. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { app, powerMonitor } from 'electron';
import { commands, type CommandOutput, type CommandsOf } from '../../contract/commands.ts';
import { parseAnswer, succeed, type Answer } from '../../contract/errors.ts';
import type { EventPayload } from '../../contract/events.ts';
import { systemClock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { defineMainHandlers, succeedAfter } from './answer-call.ts';
import type { ChildRuntime } from './child.ts';
import { createEngineCheck } from './engine-check.ts';
import { startEngine, type EngineLaunch, type EngineMessage } from './engine-host.ts';
import type { SignIns } from './sign-ins.ts';

type EngineEvents = { state: [state: EventPayload<'engine'>] } & {
  [T in EngineMessage['type']]: [message: Extract<EngineMessage, { type: T }>];
};

export type EngineService = ReturnType<typeof openEngine>;

export const openEngine = (dependencies: {
  readonly childRuntime: ChildRuntime;
  readonly launch: EngineLaunch;
  readonly signIns: Pick<SignIns, 'getOpened' | 'runWhenOpen'>;
  readonly onProblem: () => void;
  readonly log: Log;
}) => {
  const { childRuntime, launch, signIns, onProblem, log } = dependencies;
  const events = new EventEmitter<EngineEvents>();
  const check = createEngineCheck({
    childRuntime,
    isPackaged: app.isPackaged,
    exists: existsSync,
    heapLimit: getHeapStatistics().heap_size_limit,
    clock: systemClock,
    log,
    onChange: onProblem,
  });
  const host = startEngine({
    launch: (accounts, isAlone) => {
      check.handleLaunch();
      return launch(accounts, isAlone);
    },
    listAccounts: () => signIns.getOpened()?.connect.listAttachedAccounts() ?? null,
    getAccessToken: (accountID, rejected) =>
      signIns.runWhenOpen(({ connect }) => connect.getAccessToken(accountID, rejected)),
    onReady: check.handleReady,
    onState: (state) => {
      check.handleState(state);
      events.emit('state', state);
    },
    onMessage: (message) => (events as EventEmitter).emit(message.type, message),
    clock: systemClock,
    log,
  });
  powerMonitor.on('resume', () => host.send({ type: 'wake' }));
  return {
    ...host,
    events,
    query: async <C extends CommandsOf<'engine'>>(command: C) =>
      parseAnswer(commands[command].output, await host.ask(command, {})) as Answer<
        CommandOutput<C>
      >,
    getFacts: check.getFacts,
    handlers: defineMainHandlers({
      'shell.engine': async () => succeed({ problem: check.getFacts().problem }),
      'shell.restartEngine': succeedAfter(({ isAlone }) => host.restart(isAlone)),
    }),
    stop: () => {
      check.stop();
      return host.stop();
    },
  };
};
