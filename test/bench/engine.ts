/** Starts the engine for the bench: a separate process on plain Node, as in the app. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandInput, CommandOutput, CommandsOf } from '../../contract/commands.ts';
import { decodeAnswer } from '../../contract/encoded-answer.ts';
import type { Answer } from '../../contract/errors.ts';
import { sleep } from './measure.ts';
import type { AttachedAccount, FromEngine, ToEngine } from '../../contract/port.ts';
import { childMemory } from '../../main/shell/child.ts';
import { resolveProgram } from '../programs.ts';

type Command = CommandsOf<'engine'>;

export type Engine = {
  readonly pid: number;
  readonly send: (message: ToEngine) => void;
  /** Sends a command that must succeed. */
  readonly ask: <C extends Command>(
    command: C,
    input: CommandInput<C>,
  ) => Promise<CommandOutput<C>>;
  /** Kills it, like a power cut. */
  readonly kill: () => Promise<void>;
  /** Stops it as the app does. */
  readonly stop: () => Promise<void>;
};

type Options = {
  /** Null while the keychain is being read: the engine sends no requests. */
  readonly accounts?: readonly AttachedAccount[] | null;
  readonly token?: (rejected: string | null) => Promise<Answer<string>>;
  /** False for an engine that is observed from its first moment. */
  readonly settles?: boolean;
};

/** Time for the work that an engine does after it is ready: its server, a check of the file. */
const beginsMs = 2_500;

const program = resolveProgram('main/engine/process.ts');

/** Starts an engine on a data folder and waits until it is ready, and idle if it `settles`. */
export const startEngine = async (
  dataFolder: string,
  { accounts = null, token, settles = true }: Options = {},
): Promise<Engine> => {
  const child = fork(program, [], { serialization: 'advanced', execArgv: [...childMemory] });
  const pending = new Map<number, (answer: Answer<unknown>) => void>();
  let lastID = 0;
  const send = (message: ToEngine): void => void child.send(message, () => undefined);
  const ready = Promise.withResolvers<void>();
  child.once('exit', () => ready.reject(new Error('the engine ended before it was ready')));
  child.on('message', (raw) => {
    const message = raw as unknown as FromEngine;
    if (message.type === 'ready') ready.resolve();
    if (message.type === 'refused') ready.reject(new Error(message.error.message));
    if (message.type === 'token') {
      void token?.(message.rejected).then((answer) =>
        send({ type: 'token', id: message.id, answer }),
      );
    }
    if (message.type !== 'answer') return;
    pending.get(message.id)?.(decodeAnswer(message.answer));
    pending.delete(message.id);
  });
  send({ type: 'start', dataFolder, accounts });
  await ready.promise;
  if (settles) await sleep(beginsMs);

  const end = async (work: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    work();
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    send,
    ask: async (command, input) => {
      lastID += 1;
      const id = lastID;
      const answer = await new Promise<Answer<unknown>>((resolve) => {
        pending.set(id, resolve);
        send({ type: 'invoke', id, command, input });
      });
      if (!answer.ok) throw new Error(`${command}: ${answer.error.code}: ${answer.error.message}`);
      return answer.value as never;
    },
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => send({ type: 'stop' })),
  };
};
